import { build, type Plugin } from 'vite'

const SUFFIX = '?script'

/**
 * `import write from './boot.ts?script'` gives a function that writes that file as the text of an inline script: bundled
 * and minified, with its default export called with the given settings.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null
      const file = id.slice(0, -SUFFIX.length)
      this.addWatchFile(file)
      const code = JSON.stringify(await bundle(file))
      return `export default (settings) => \`(()=>{\${${code}}run(\${JSON.stringify(settings)})})()\``
    },
  }
}

/** Script text that declares `run`, the default export of the file. */
export async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    // A constant of a library, which a build for libraries would leave to their users.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: file, formats: ['iife'], name: 'run' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error(`${file} was not bundled`)
  return output.output[0].code.trim()
}
