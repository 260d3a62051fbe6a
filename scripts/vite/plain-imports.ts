import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Leaves an `import()` of the browser's program as it is. Vite's helper around it preloads style sheets and modules, of which there
 * are none here (`modulePreload: false`, and no module imports a style sheet), with 700 bytes on every page. The build fails where
 * that is not true any more.
 */
export function plainImports(): Plugin {
  let isReplaced = false
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(_code, id) {
      if (id !== HELPER) return null
      isReplaced = true
      return { code: 'export const __vitePreload = (load) => load()', map: null }
    },
    generateBundle(_options, bundle) {
      if (!isReplaced)
        this.error(`Vite's ${HELPER.slice(1)} has another name: adapt scripts/vite/plain-imports.ts`)
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.viteMetadata?.importedCss.size)
          this.error(`${file.name} imports a style sheet, which scripts/vite/plain-imports.ts would not load`)
      }
    },
  }
}
