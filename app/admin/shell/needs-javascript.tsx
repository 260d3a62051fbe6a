/** Tells users of a browser without scripts that the admin area needs them. */
export function NeedsJavascript() {
  return (
    <noscript>
      <p className="mb-6 border border-edge px-4 py-3 text-sm">
        The admin area needs JavaScript. Please turn it on in your browser and reload this page.
      </p>
    </noscript>
  )
}
