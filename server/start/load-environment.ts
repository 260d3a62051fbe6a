import { existsSync } from 'node:fs'

// Imported before everything else, because React reads NODE_ENV when it is loaded and renders at half the speed unless it is
// `production`.
if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'
