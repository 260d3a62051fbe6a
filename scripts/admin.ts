import * as z from 'zod'
import type { Sql } from '#server/platform/database/connection.ts'
import {
  createAdministrator,
  findUserId,
  randomPassword,
  removeFactors,
  resetPassword,
} from '#server/supabase/auth/accounts.ts'
import { runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run admin -- create EMAIL           makes an administrator
  npm run admin -- reset-password EMAIL   gives a new password and ends every session
  npm run admin -- remove-factors EMAIL   removes the second factors and recovery codes

The password is ADMIN_PASSWORD when that is set, else a random one, which is printed.`

interface Request {
  sql: Sql
  email: string
  /** Whether there is a user with this address. */
  exists: boolean
  givenPassword: string | undefined
}

const COMMANDS = new Map<string | undefined, (request: Request) => Promise<void>>([
  ['create', create],
  ['reset-password', reset],
  ['remove-factors', remove],
])

const [name, email] = process.argv.slice(2)
const command = COMMANDS.get(name)

if (!command || !z.email().safeParse(email).success || !email) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await runWithDatabase(async ({ sql }, config) => {
    const exists = (await findUserId(sql, email)) !== null
    if (!exists && command !== create) {
      throw new Error(`There is no user ${email}. Create one: npm run admin -- create ${email}`)
    }
    await command({ sql, email, exists, givenPassword: config.admin.password })
  })
}

async function create({ sql, email, exists, givenPassword }: Request): Promise<void> {
  const password = givenPassword ?? randomPassword()
  await createAdministrator(sql, email, password, { isPrinted: !givenPassword })
  if (exists) return console.log(`${email} is an administrator now; the password stays as it was.`)
  console.log(`${email} was created.`)
  if (!givenPassword) showPassword(password)
}

async function reset({ sql, email, givenPassword }: Request): Promise<void> {
  const password = givenPassword ?? randomPassword()
  await resetPassword(sql, email, password, { isPrinted: !givenPassword })
  console.log(`${email} has a new password, and every session of that user has ended.`)
  if (!givenPassword) showPassword(password)
}

async function remove({ sql, email }: Request): Promise<void> {
  await removeFactors(sql, email)
  console.log(`${email} signs in with the password alone from now on; sessions go on.`)
}

function showPassword(password: string): void {
  console.log(`Password: ${password}   (shown only this once)`)
}
