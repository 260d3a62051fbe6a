import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Catalogs and fonts stay files of their own, so that a browser fetches only what it needs and keeps it.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Two files every reader page needs, instead of two dozen: fewer requests, and they compress better together.
        codeSplitting: {
          groups: [
            {
              name: 'site',
              test: /\/(app\/(components\/(article|layout|ui)|hooks|messages\.ts)|core\/(i18n|domain)|node_modules\/lucide-react)(\/|$)/,
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
})
