import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { inlineScripts } from './scripts/vite/inline-script.ts'
import { readerScript } from './scripts/vite/reader-script.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), inlineScripts(), readerScript()],
  // Vite would watch every file that the database writes.
  server: { watch: { ignored: ['data', 'build'].map((name) => join(import.meta.dirname, name, '**')) } },
  // The .env file has secrets of the site, which neither pages nor the build may read.
  envDir: false,
  // Catalogs and fonts stay files of their own, so that a browser fetches only what it needs and caches it.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: false,
  },
  environments: {
    // The whole server, pages included, is one program; packages stay where they are installed (package.json has those as `dependencies`).
    ssr: {
      // What pages use of these is small, and they and what comes with them take 90 MB.
      resolve: { noExternal: ['lucide-react', '@hookform/resolvers'] },
      build: {
        target: 'node24',
        sourcemap: true,
        // Nothing is removed: the bundler would consider a call useless that is only made to see whether it throws.
        rolldownOptions: {
          input: 'server/entry.ts',
          treeshake: false,
          output: { minify: false, sourcemapExcludeSources: true },
        },
      },
    },
  },
})
