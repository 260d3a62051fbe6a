import { existsSync } from 'node:fs'

// To be imported before everything else: React reads NODE_ENV when it is loaded, and renders at half the speed when that is not
// `production`.
if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'
