/** For a browser without scripts: the admin area cannot work there, and an empty frame would not say so. */
export function NeedsJavascript() {
  return (
    <noscript>
      <p className="mb-6 border border-edge px-4 py-3 text-sm">
        The admin area needs JavaScript. Please turn it on in your browser and reload this page.
      </p>
    </noscript>
  )
}
