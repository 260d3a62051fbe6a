/** The imports of the manifest and of the routes, then the rest. */
const START = /^((?:import [^\n]+;\n)+)([\s\S]*)$/
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm

/**
 * Rewrites React Router's start script so that it loads its modules after the first paint: pages work without scripts, so on a
 * slow connection text, fonts and images come first. `preloads` are modules to load together with the first ones. Null for a
 * script of another form.
 */
export function startAfterPaint(code: string, preloads: readonly string[]): string | null {
  const [, imports, rest] = START.exec(code) ?? []
  if (imports === undefined) return null
  const modules = [...imports.matchAll(IMPORT)]
  const names = modules.map(([, name = '']) => name).join()
  const paths = modules.map(([, , path]) => `import(${path})`).join()
  return [
    // A page in the background is never painted.
    'await new Promise(r=>document.hidden?r():requestAnimationFrame(()=>setTimeout(r)));',
    `for(const href of [${preloads.map((path) => `"${path}"`)}])document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`,
    `const [${names}]=await Promise.all([${paths}]);`,
    rest,
  ].join('\n')
}
