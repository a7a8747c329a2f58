/** The style sheet of the pages: light and dark, from 320 px up. */
export const styles = `:root {
  color-scheme: light dark;
  --paper: #ffffff;
  --ink: #1a1f36;
  --quiet: #545969;
  --line: #6a7383;
  --accent: #4f3ff0;
  --on-accent: #ffffff;
  --note: #fff3d6;
  --on-note: #5c3d00;
  --wrong: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171f;
    --ink: #f2f4f8;
    --quiet: #b9c0cf;
    --line: #8a93a6;
    --accent: #a99fff;
    --on-accent: #14171f;
    --note: #3d2f0b;
    --on-note: #ffe2a1;
    --wrong: #ff9b93;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 1.25rem 0 0.5rem; }
p { margin: 0 0 1.25rem; color: var(--quiet); overflow-wrap: anywhere; }
.banner {
  margin: 0;
  padding: 0.5rem 0.75rem;
  border-radius: 0.5rem;
  background: var(--note);
  color: var(--on-note);
  font-size: 0.875rem;
}
form { display: grid; gap: 0.75rem; }
h2 { font-size: 1.0625rem; margin: 0 0 0.5rem; }
section { margin: 1.5rem 0 0; padding: 1rem 0 0; border-top: 1px solid var(--line); }
strong { color: var(--ink); }
ul { margin: 0 0 1.25rem; padding: 0; list-style: none; }
li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; min-height: 3.75rem; padding: 0.375rem 0; }
li + li { border-top: 1px solid color-mix(in srgb, var(--line) 35%, transparent); }
li span { flex: 1; min-width: min-content; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.375rem 0.5rem 0.375rem 0; text-align: left; }
label { display: block; font-weight: 600; }
input:not([type="hidden"]) {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: transparent;
  color: inherit;
  font: inherit;
}
input[aria-invalid="true"] { border-color: var(--wrong); }
a { color: var(--accent); }
.hint { margin: 0.25rem 0 0; font-size: 0.875rem; }
.problem { color: var(--wrong); font-weight: 600; }
.done { color: var(--ink); font-weight: 600; }
.back { margin: 1.5rem 0 0; }
button, .button {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.button { display: grid; place-items: center; text-decoration: none; }
button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
li button { padding: 0.5rem 0.625rem; font-size: 0.875rem; }
button:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

/** Notifies the opener or the embedding page that the customer is done. */
export const doneScript = `const shop = window.opener ?? (window.parent === window ? null : window.parent)
shop?.postMessage({ source: 'stripe-sandbox', type: 'finished' }, window.location.origin)
`

/** A placeholder for the wallet's QR code. */
export const cashAppCode = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" role="img" aria-label="Test code">
<rect width="120" height="120" rx="12" fill="#00d64f"/>
<text x="60" y="78" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">$</text>
</svg>
`
