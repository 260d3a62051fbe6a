import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const MODULE = 'virtual:reader-script'
const ENTRY = 'app/reader/reader.ts'

/**
 * `import { url } from 'virtual:reader-script'` gives the address of the script of readers. It is a program of its own beside the one of the
 * desk, which is built with the server that names it.
 */
export function readerScript(): Plugin {
  let root = ''
  let isBuild = false
  return {
    name: 'reader-script',
    configResolved(config) {
      root = config.root
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      if (!isBuild || this.environment.name === 'client') return `export const url = '/${ENTRY}'`
      const files = await buildReader(root)
      const entry = files.find(({ isEntry }) => isEntry)
      if (!entry) throw new Error(`${ENTRY} was not built`)
      const list = {
        // What browsers keep with a page, so that it works without a network.
        fileName: entry.fileName.replace(/js$/, 'json'),
        source: JSON.stringify(files.map(({ fileName }) => `/${fileName}`).toSorted()),
      }
      // The files for browsers were written before those of the server.
      const client = resolve(root, this.environment.config.build.outDir, '../client')
      await Promise.all(
        [...files, list].map(({ fileName, source }) => writeFile(join(client, fileName), source)),
      )
      return `export const url = '/${entry.fileName}'`
    },
  }
}

interface BuiltFile {
  fileName: string
  source: string | Uint8Array
  isEntry: boolean
}

async function buildReader(root: string): Promise<BuiltFile[]> {
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
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return outputs.map((file) =>
    file.type === 'chunk'
      ? { fileName: file.fileName, source: file.code, isEntry: file.isEntry }
      : { fileName: file.fileName, source: file.source, isEntry: false },
  )
}
