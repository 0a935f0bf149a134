// Sets the chosen theme before the first paint, so that no page flashes in the other one.
try {
  const theme = JSON.parse(localStorage.getItem("jeopardice.theme") ?? "null");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored: use the system's theme.
}
