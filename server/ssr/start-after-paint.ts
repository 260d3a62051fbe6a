/** Where React Router starts: imports of the manifest and of the routes, then what needs them. */
const START = /(<script [^>]*type="module"[^>]*>)((?:import [^\n]+;\n)+)([\s\S]*?)(<\/script>)/
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm
const PRELOAD = /<link rel="modulepreload" href=("[^"]+")[^>]*\/>/g

/**
 * Makes a page fetch its scripts after it has been painted: it can be read, followed and sent without them, so on a slow
 * line its words, type and picture come first. A page whose start does not look as expected is left as it is.
 */
export function startAfterPaint(html: string): string {
  const start = START.exec(html)
  if (!start) return html
  const [whole, open = '', imports = '', rest = '', close = ''] = start
  const modules = [...imports.matchAll(IMPORT)]
  const names = modules.map(([, name = '']) => name).join()
  const paths = modules.map(([, , path]) => `import(${path})`).join()
  const preloads = [...html.matchAll(PRELOAD)].map(([, path]) => path).join()
  const script = [
    // A page in the background is never painted.
    'await new Promise(r=>document.hidden?r():requestAnimationFrame(()=>setTimeout(r)));',
    `for(const href of [${preloads}])document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`,
    `const [${names}]=await Promise.all([${paths}]);`,
    rest,
  ].join('\n')
  return html.replaceAll(PRELOAD, '').replace(whole, () => `${open}${script}${close}`)
}
