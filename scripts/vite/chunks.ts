import type { Plugin } from 'vite'

const FRAMEWORK = /\/node_modules\/(react|react-dom|react-router|scheduler)\//
const DESK_PAGE = /\/app\/routes\/admin\/[\w-]+\.tsx$/
const READERS_PAGE = /\/app\/routes\/(site|newsletter)\/[\w-]+\.tsx$/
/** Every page for readers is shown in these. */
const FRAME = /\/app\/(root|routes\/site\/layout)\.tsx$/
/** A module that this many pages for readers import is loaded with their frame. */
const MIN_PAGES = 4

/**
 * Chooses the files that the modules of the browser's program are bundled into, by what pages import. Readers load `framework` and
 * `site`, two files instead of two dozen: fewer requests, and they compress better together. `admin` is what pages of the desk import
 * and no page for readers ever loads. The bundler places the rest, such as editors and the search, which come with their first use.
 */
export function chunksByPage(): Plugin {
  let chunkOf = new Map<string, string>()
  return {
    name: 'chunks-by-page',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                // Otherwise a file would also get everything that its modules import. React Router's plugin asks for exact exports.
                preserveEntrySignatures: 'allow-extension',
                output: {
                  codeSplitting: {
                    groups: [{ name: (id) => chunkOf.get(id), includeDependenciesRecursively: false }],
                  },
                },
              },
            },
          }
        : undefined,
    buildEnd() {
      if (this.environment.name !== 'client') return
      const ids = [...this.getModuleIds()]
      const imported = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const loaded = (id: string) => [
        ...imported(id),
        ...(this.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
      ]
      const pages = ids.filter((id) => READERS_PAGE.test(id))
      const frame = reach(
        ids.filter((id) => FRAME.test(id)),
        imported,
      )
      const perPage = pages.map((id) => reach([id], imported))
      const forReaders = reach([...pages, ...frame], loaded)
      const forDesk = reach(
        ids.filter((id) => DESK_PAGE.test(id)),
        imported,
      )
      chunkOf = new Map()
      for (const id of ids) {
        const isShared = perPage.filter((reached) => reached.has(id)).length >= MIN_PAGES
        if (FRAMEWORK.test(id)) chunkOf.set(id, 'framework')
        else if (frame.has(id) || isShared) chunkOf.set(id, 'site')
        else if (forDesk.has(id) && !forReaders.has(id)) chunkOf.set(id, 'admin')
      }
    },
  }
}

/** The modules that can be reached from `entries`. */
function reach(entries: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const reached = new Set<string>(entries)
  for (const id of reached) for (const other of next(id)) reached.add(other)
  return reached
}
