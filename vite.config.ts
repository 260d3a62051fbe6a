import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { inlineScripts } from './scripts/vite/inline-script.ts'
import { leaveOutUnusedRouterParts } from './scripts/vite/leave-out-unused-router-parts.ts'

/**
 * Rolldown leaves the dependencies of a group out of its chunk (`includeDependenciesRecursively: false`, below) only where
 * entries may export more than their source does. React Router's plugin asks for exact exports, so this comes after it.
 */
function letRoutesShareTheirChunks(): Plugin {
  return {
    name: 'let-routes-share-their-chunks',
    configEnvironment: (name) =>
      name === 'client'
        ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
        : undefined,
  }
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    inlineScripts(),
    leaveOutUnusedRouterParts(),
    letRoutesShareTheirChunks(),
  ],
  // Vite would watch every file that the database writes.
  server: { watch: { ignored: ['data', 'build'].map((name) => join(import.meta.dirname, name, '**')) } },
  // Settings and secrets of whoever runs the site are nothing for pages, nor for the process that builds them.
  envDir: false,
  // Catalogs and fonts stay files of their own, so that a browser fetches only what it needs and keeps it.
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two files every reader page needs, instead of two dozen: fewer requests, and they compress better together.
            // What only a search needs comes with the search, and what checks an article with all of zod never comes.
            codeSplitting: {
              groups: [
                {
                  name: 'site',
                  test: /\/(app\/(components\/(layout|ui\/(badge|button|field|icons|skeleton|toast)\.tsx|article\/(byline|hero-image|publish-date)\.tsx)|head|hooks|messages\.ts)|core\/(paths\.ts|i18n|domain(?!\/(article-input|landing-proof|password|search|settings)\.ts)))(\/|$)/,
                },
                {
                  // One file for editors: the list of routes, which readers get too, names every file of every page.
                  name: 'admin',
                  test: /\/(app\/components\/(admin\/|ui\/(announcement|code-field|confirm-dialog|modal-dialog|new-password-field|notice)\.tsx)|core\/(data\/(administrators|dashboard|mail-deliveries|outbox-mails|sessions|user-roles)|domain\/password)\.ts)/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
              ],
            },
          },
        },
      },
    },
    // The whole server, pages included, is one program; packages stay where they are installed.
    ssr: {
      build: {
        target: 'node24',
        sourcemap: true,
        // Nothing is left out: a call that is only made to see whether it throws would be taken for useless.
        rolldownOptions: {
          input: 'server/entry.ts',
          treeshake: false,
          output: { minify: false, sourcemapExcludeSources: true },
        },
      },
    },
  },
})
