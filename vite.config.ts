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
  // The .env file has secrets of the site, which neither pages nor the build may read.
  envDir: false,
  // Catalogs and fonts stay files of their own, so that a browser fetches only what it needs and caches it.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    // Every page has loaded these files before it imports another one.
    modulePreload: {
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => !/\/(framework|rolldown-runtime|site)-/.test(file)),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two files every reader page needs, instead of two dozen: fewer requests, and they compress better together.
            // What only a search or a menu needs comes with its first use, and what checks an article with all of zod never comes.
            codeSplitting: {
              groups: [
                {
                  name: 'site',
                  test: /\/(app\/(components\/(layout(?!\/(pagination|feed-link|menu-events))|ui\/(badge|button|field|icons|skeleton|skip-link|toast)\.tsx|article\/(byline|hero-image|publish-date)\.tsx|newsletter\/signup-card\.tsx)|document|head|hooks|messages\.ts|root\.tsx|routes\/site\/layout\.tsx)|core\/(paths\.ts|i18n|domain\/(article|article-times|hero-image|share-image|site-words|subscriber)\.ts))(\/|$)/,
                },
                {
                  // What is above and below a list: the list of routes names one file instead of two.
                  name: 'pagination',
                  test: /\/app\/components\/layout\/(pagination|feed-link)\.tsx/,
                },
                {
                  // One file for editors: the list of routes, which readers get too, names every file of every page.
                  name: 'admin',
                  test: /\/app\/admin\/|\/core\/(csv\.ts|data\/(?!(client|contains-condition|search-titles|subscribers)\.ts)|domain\/(?!(landing-proof|search|search-filters)\.ts))|\/node_modules\/(@tanstack|@hookform|react-hook-form|zod|radix-ui|@radix-ui|cmdk|lucide-react|@floating-ui|aria-hidden|get-nonce|react-remove-scroll(-bar)?|react-style-singleton|use-callback-ref|use-sidecar)\//,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
                  priority: 2,
                },
                {
                  // CodeMirror and what is around it, which only the pages with a text to write load, when they show it.
                  name: 'editor',
                  test: /\/app\/admin\/(editor\/(?!markdown-editor|plain-editor|editor-skeleton|preview\/interpolate|paste\/(clean-html|make-word-lists|style-of)|toolbar\/(toolbar-button|describe-shortcut))|newsletter\/content\/source\/)|\/node_modules\/(@codemirror|@lezer|@marijn|crelt|style-mod|turndown)\//,
                  priority: 1,
                  includeDependenciesRecursively: false,
                },
                {
                  // The visual editor of the newsletter, loaded where a content is written by hand.
                  name: 'newsletter-editor',
                  test: /\/app\/admin\/newsletter\/content\/visual\/|\/node_modules\/(prosemirror-\w+(-\w+)?|orderedmap|rope-sequence)\//,
                  priority: 1,
                  includeDependenciesRecursively: false,
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
