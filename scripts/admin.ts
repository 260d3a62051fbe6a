import * as z from 'zod'
import { createAdministrator, findUserId, randomPassword, resetPassword } from '#server/auth/accounts.ts'
import { runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run admin -- create EMAIL           makes an administrator
  npm run admin -- reset-password EMAIL   gives a new password and ends every session

The password is ADMIN_PASSWORD when that is set, else a random one, which is printed.`

const [command, email] = process.argv.slice(2)

if ((command !== 'create' && command !== 'reset-password') || !z.email().safeParse(email).success || !email) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await runWithDatabase(async ({ sql }, config) => {
    const password = config.admin.password ?? randomPassword()
    const exists = (await findUserId(sql, email)) !== null
    if (command === 'create') {
      await createAdministrator(sql, email, password)
      console.log(
        exists ? `${email} is an administrator now; the password stays as it was.` : `${email} was created.`,
      )
      if (exists) return
    } else {
      if (!exists) throw new Error(`There is no user ${email}. Create one: npm run admin -- create ${email}`)
      await resetPassword(sql, email, password)
      console.log(`${email} has a new password, and every session of that user has ended.`)
    }
    if (!config.admin.password) console.log(`Password: ${password}   (shown only this once)`)
  })
}
