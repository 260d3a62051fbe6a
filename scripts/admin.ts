import { parseArgs } from 'node:util'
import { DatabaseError } from 'pg'
import * as z from 'zod'
import { type Membership, PERMISSIONS, type Permission, ROLES, type Role } from '#core/domain/role.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import {
  createMember,
  describeRole,
  endRole,
  findUserId,
  randomPassword,
  removeFactors,
  resetPassword,
  setRole,
} from '#server/supabase/auth/accounts.ts'
import { runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run admin -- create EMAIL [--role ROLE]     makes an administrator, or somebody with another role
  npm run admin -- set-role EMAIL ROLE            gives another role
  npm run admin -- remove EMAIL                   removes somebody from the desk
  npm run admin -- reset-password EMAIL           gives a new password and ends every session
  npm run admin -- remove-factors EMAIL           removes the second factors and recovery codes

Roles: ${ROLES.join(', ')}.
  --languages fr,de   what a translator writes
  --allow send        beyond the role, of ${PERMISSIONS.join(', ')}; several with commas
  --heir EMAIL        who takes over the articles, with set-role and remove

The password is ADMIN_PASSWORD when that is set, else a random one, which is printed.`

interface Request {
  sql: Sql
  email: string
  /** Null if there is no user with this address. */
  userId: string | null
  givenPassword: string | undefined
  options: Options
}

interface Options {
  membership: Membership
  heir: string | undefined
}

/** A command, with its options and the number of arguments after the address. */
interface Command {
  run(request: Request): Promise<void>
  options: readonly string[]
  arguments: number
}

const COMMANDS = new Map<string | undefined, Command>([
  ['create', { run: create, options: ['role', 'languages', 'allow'], arguments: 0 }],
  ['set-role', { run: change, options: ['languages', 'allow', 'heir'], arguments: 1 }],
  ['remove', { run: remove, options: ['heir'], arguments: 0 }],
  ['reset-password', { run: reset, options: [], arguments: 0 }],
  ['remove-factors', { run: clearFactors, options: [], arguments: 0 }],
])

/** A mistake in the arguments, in a sentence. */
class Mistake extends Error {}

try {
  const { command, email, options } = readArguments()
  await runWithDatabase(async ({ sql }, config) => {
    const userId = await findUserId(sql, email)
    await command
      .run({ sql, email, userId, givenPassword: config.admin.password, options })
      .catch((error: unknown) => {
        throw inWords(error)
      })
  })
} catch (error) {
  if (!(error instanceof Mistake)) throw error
  console.error(`${error.message}\n\n${USAGE}`.trim())
  process.exitCode = 1
}

function readArguments() {
  const { positionals, values } = parse()
  const [name, email, role, ...others] = positionals
  const command = COMMANDS.get(name)
  if (!command) throw new Mistake(name === undefined ? '' : `There is no command ${name}.`)
  if (!email || !z.email().safeParse(email).success) throw new Mistake('Give an email address.')
  if (others.length > 0 || (role !== undefined && command.arguments === 0))
    throw new Mistake(
      `${name} takes ${command.arguments === 0 ? 'only an address' : 'an address and a role'}.`,
    )
  if (command.arguments === 1 && role === undefined) throw new Mistake('Give a role.')
  for (const option of Object.keys(values))
    if (!command.options.includes(option)) throw new Mistake(`${name} has no option --${option}.`)
  const options: Options = {
    membership: {
      role: roleOf(role ?? values.role ?? 'admin'),
      languages: listOf(values.languages),
      permissions: listOf(values.allow).map(permissionOf),
    },
    heir: values.heir,
  }
  return { command, email, options }
}

function parse() {
  try {
    const option = { type: 'string' } as const
    return parseArgs({
      allowPositionals: true,
      options: { role: option, languages: option, allow: option, heir: option },
    })
  } catch (error) {
    throw new Mistake(error instanceof Error ? error.message : String(error))
  }
}

function roleOf(text: string): Role {
  const role = ROLES.find((known) => known === text)
  if (!role) throw new Mistake(`There is no role ${text}. Roles are ${ROLES.join(', ')}.`)
  return role
}

function permissionOf(text: string): Permission {
  const permission = PERMISSIONS.find((known) => known === text)
  if (!permission)
    throw new Mistake(`${text} cannot be allowed. What can be allowed is ${PERMISSIONS.join(', ')}.`)
  return permission
}

function listOf(text = ''): string[] {
  const parts = text.split(',').map((one) => one.trim())
  return parts.filter((one) => one !== '')
}

function noSuchUser(email: string): Error {
  return new Error(`There is no user ${email}. Create one: npm run admin -- create ${email}`)
}

function idOf({ userId, email }: Request): string {
  if (userId === null) throw noSuchUser(email)
  return userId
}

/** The errors of the database, with the remedy. */
function inWords(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  if (error.code === '23503' && error.detail && /^\d+$/.test(error.detail))
    return new Error(`${error.message} With --heir EMAIL.`)
  if (error.code === 'P0001' || error.code === '23001')
    return new Error([error.message, error.hint].filter(Boolean).join(' '))
  return error
}

async function heirOf({ sql, options: { heir } }: Request): Promise<string | null> {
  if (heir === undefined) return null
  const id = await findUserId(sql, heir)
  if (id === null) throw new Error(`There is no user ${heir}.`)
  return id
}

async function create({ sql, email, userId, givenPassword, options }: Request): Promise<void> {
  const present = userId && (await describeRole(sql, userId))
  const { role } = options.membership
  if (present && !(role === 'admin' && present === 'an administrator'))
    throw new Error(`${email} is ${present}. To change that: npm run admin -- set-role ${email} ${role}`)
  const password = givenPassword ?? randomPassword()
  const account = { email, password, isPrinted: !givenPassword }
  const made = await describeRole(sql, await createMember(sql, { ...account, ...options.membership }))
  if (userId) return console.log(`${email} is ${made} now; the password stays as it was.`)
  console.log(role === 'admin' ? `${email} was created.` : `${email} was created, and is ${made}.`)
  if (!givenPassword) showPassword(password)
}

async function change(request: Request): Promise<void> {
  const { sql, email, options } = request
  const userId = idOf(request)
  await setRole(sql, { userId, heirId: await heirOf(request), ...options.membership })
  console.log(`${email} is ${await describeRole(sql, userId)} now.`)
}

async function remove(request: Request): Promise<void> {
  const { sql, email } = request
  const isEnded = await endRole(sql, { userId: idOf(request), heirId: await heirOf(request) })
  if (!isEnded) throw new Error(`${email} has no role.`)
  console.log(`${email} may not sign in any more, and every session of that user has ended.`)
}

async function reset({ sql, email, givenPassword }: Request): Promise<void> {
  const password = givenPassword ?? randomPassword()
  if (!(await resetPassword(sql, email, password, { isPrinted: !givenPassword }))) throw noSuchUser(email)
  console.log(`${email} has a new password, and every session of that user has ended.`)
  if (!givenPassword) showPassword(password)
}

async function clearFactors({ sql, email }: Request): Promise<void> {
  if (!(await removeFactors(sql, email))) throw noSuchUser(email)
  console.log(`${email} signs in with the password alone from now on; sessions go on.`)
}

function showPassword(password: string): void {
  console.log(`Password: ${password}   (shown only this once)`)
}
