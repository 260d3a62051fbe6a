import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const MODULE = 'virtual:reader-script'
const ENTRY = 'app/reader/reader.ts'

/**
 * `import { files, url } from 'virtual:reader-script'` gives the address of the script of readers, and those of it and of all that it
 * loads. It is built as a program of its own beside the one of the desk, with the server that names it.
 */
export function readerScript(): Plugin {
  return {
    name: 'reader-script',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      const { mode, name, config } = this.environment
      if (mode !== 'build' || name === 'client') return `export const url = '/${ENTRY}', files = []`
      const files = await buildReader(config.root)
      const [entry] = files
      // The files for browsers were written before those of the server.
      const client = resolve(config.root, config.build.outDir, '../client')
      const write = (fileName: string, text: string | Uint8Array) => writeFile(join(client, fileName), text)
      await Promise.all(files.map((file) => write(file.fileName, 'code' in file ? file.code : file.source)))
      // The files that browsers cache with a page, so that it works offline.
      const list = JSON.stringify(files.map(({ fileName }) => `/${fileName}`).toSorted())
      await write(entry.fileName.replace(/js$/, 'json'), list)
      return `export const url = '/${entry.fileName}', files = ${list}`
    },
  }
}

/** The files of the script, the script itself first. */
async function buildReader(root: string) {
  const result = await build({
    root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(root, ENTRY),
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  })
  const [built] = Array.isArray(result) ? result : [result]
  if (!built || !('output' in built)) throw new Error(`${ENTRY} was not built`)
  return built.output
}
