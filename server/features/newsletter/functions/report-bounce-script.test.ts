import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { startTestApp } from '../../../../tests/support/app.ts'
import { deliveryReport } from '../../../../tests/support/mail-reports.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const app = await startTestApp()
afterAll(() => app.stop())

/** The last section of the guide about it, whose commands run here below another root. */
const [, COMMANDS = ''] =
  /<!-- tested: report-bounce -->\n+```\n([\s\S]*?)```/.exec(
    readFileSync(join(ROOT, 'docs/self-hosting/bounces.md'), 'utf8'),
  ) ?? []

const PERSONAL = 'From: ada@example.org\r\nSubject: Re: The week\r\n\r\nThank you! 550 5.1.1\r\n'

let root: string
beforeEach(async () => {
  root = createTemporaryFolder('pipe')
  await install(app.url)
  // The program that a mail server has under this name.
  const sendmail = `#!/bin/sh\n[ -e '${root}/out-of-order' ] && exit 70\nprintf '%s\\n' "$*" > '${root}/arguments'\ncat > '${root}/forwarded'\n`
  writeFileSync(join(root, 'sendmail'), sendmail)
  chmodSync(join(root, 'sendmail'), 0o755)
})

/** Installs the script as the guide says, for this site. */
async function install(siteUrl: string): Promise<void> {
  const commands = COMMANDS.replaceAll('/usr/local/bin', root)
    .replaceAll('/etc/report-bounce', `${root}/settings`)
    .replace('https://example.org', siteUrl)
    .replace(/sb_secret_…/, TEST_SECRETS.secretKey)
    .replace(/^chown .*\n/m, '')
  const { code, stderr } = await run('/bin/sh', ['-eu', '-c', commands], '')
  expect([code, stderr]).toEqual([0, ''])
}

async function run(program: string, args: string[], input: string) {
  const { PATH = '' } = process.env
  const env = { PATH, SENDMAIL: join(root, 'sendmail'), REPORT_BOUNCE_SETTINGS: join(root, 'settings') }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: 'pipe' })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

const pipe = (mail: string) => run(join(root, 'report-bounce'), [], mail)
async function pipeWith(settings: string) {
  writeFileSync(join(root, 'settings'), settings)
  return (await pipe(deliveryReport())).code
}
const forwarded = () =>
  existsSync(join(root, 'forwarded'))
    ? {
        to: readFileSync(join(root, 'arguments'), 'utf8'),
        mail: readFileSync(join(root, 'forwarded'), 'utf8'),
      }
    : null

/** A site that answers everything with this status, as a proxy does while the site behind it is away. */
async function startProxy(status: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a report is taken, and nothing is said', async () => {
  expect(await pipe(deliveryReport())).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(forwarded()).toBeNull()
})

test('a report behind the line of a mailbox, and one of 20 MB', async () => {
  expect((await pipe(`From MAILER-DAEMON Sun Nov 22 09:00:05 2026\n${deliveryReport()}`)).code).toBe(0)
  expect((await pipe(deliveryReport() + 'x'.repeat(20 * 1024 * 1024))).code).toBe(0)
  expect(forwarded()).toBeNull()
})

describe('mail-report-pipe: what is no report goes on to people', () => {
  test('whole, without an envelope sender, so that nothing answers it', async () => {
    expect(await pipe(PERSONAL)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(forwarded()).toEqual({
      to: '-i -f <> -- editors@example.org\n',
      mail: `X-Report-Bounce: forwarded\n${PERSONAL}`,
    })
  })

  test('to the postmaster where nobody is named', async () => {
    const settings = join(root, 'settings')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^FORWARD_TO.*$/m, ''))
    expect((await pipe(PERSONAL)).code).toBe(0)
    expect(forwarded()?.to).toBe('-i -f <> -- postmaster\n')
  })

  test('once, when it comes back', async () => {
    expect(await pipe(`X-Report-Bounce: forwarded\n${PERSONAL}`)).toMatchObject({
      code: 0,
      stderr: 'report-bounce: FORWARD_TO leads back here\n',
    })
    expect(forwarded()).toBeNull()
    // Only its header says so.
    expect((await pipe(`${PERSONAL}X-Report-Bounce: forwarded\r\n`)).code).toBe(0)
    expect(forwarded()).not.toBeNull()
  })

  test('later, when it cannot be forwarded', async () => {
    writeFileSync(join(root, 'out-of-order'), '')
    expect((await pipe(PERSONAL)).code).toBe(75)
  })
})

describe('mail-report-pipe: the mail server tries again', () => {
  test.each([301, 400, 401, 404, 429, 500, 502, 503, 504])('when the site answers %i', async (status) => {
    await install(await startProxy(status))
    expect(await pipe(deliveryReport())).toEqual({
      code: 75,
      stdout: '',
      stderr: `report-bounce: the site answered ${status}\n`,
    })
    expect((await pipe(PERSONAL)).code).toBe(75)
    expect(forwarded()).toBeNull()
  })

  test('when nothing listens there, or nothing is set', async () => {
    await install('http://127.0.0.1:1')
    expect((await pipe(deliveryReport())).code).toBe(75)
    for (const settings of ['', 'SITE_URL=', 'SITE_URL=(', 'exit 3'])
      expect([settings, await pipeWith(settings)]).toEqual([settings, 75])
    rmSync(join(root, 'settings'))
    expect(await pipe(deliveryReport())).toMatchObject({
      code: 75,
      stderr: expect.stringMatching(/cannot read/),
    })
  })
})

test('the key is in no argument that other users can read', () => {
  const script = readFileSync(join(ROOT, 'deploy/report-bounce'), 'utf8')
  const [curl = ''] = /curl [\s\S]*?report-bounce"/.exec(script) ?? []
  expect(curl).not.toBe('')
  expect(curl).not.toContain('SECRET')
})
