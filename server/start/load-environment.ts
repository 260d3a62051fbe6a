import { existsSync } from 'node:fs'

// To be imported before everything else: React asks for NODE_ENV as it is loaded, and renders at half the speed where it
// does not say `production`.
if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'
