/** Imports of the manifest and of the routes, then what needs them. */
const START = /^((?:import [^\n]+;\n)+)([\s\S]*)$/
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm

/**
 * How React Router starts, rewritten so that a page fetches its scripts after it has been painted: it can be read, followed
 * and sent without them, so on a slow line its words, type and picture come first. `preloads` are the modules to fetch with
 * the first ones. Null for a script that does not look as expected.
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
