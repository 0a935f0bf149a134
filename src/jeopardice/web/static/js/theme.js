// Before anything is painted: the theme that was chosen, so that no page flashes in the other one.
try {
  const theme = JSON.parse(localStorage.getItem("jeopardice.theme") ?? "null");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored: the system's theme.
}
