import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Catalogs and fonts stay files of their own, so that a browser fetches only what it needs and keeps it.
  build: { assetsInlineLimit: 0, target: 'es2022' },
})
