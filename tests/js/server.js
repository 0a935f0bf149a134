/** A server for tests: answers requests by a function, and remembers them. */

/** Replaces `fetch`; `answer(method, path, body)` returns [status, content] or a promise of it. */
export function serve(answer) {
  const asked = [];
  globalThis.fetch = async (path, {method = "GET", body, signal} = {}) => {
    const given = body === undefined ? undefined : JSON.parse(body);
    asked.push({method, path, body: given});
    const [status, content] = await answer(method, path, given);
    signal?.throwIfAborted();
    return new Response(JSON.stringify(content), {status, headers: {"content-type": "application/json"}});
  };
  return asked;
}
