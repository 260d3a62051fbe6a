import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readMailReport } from '#server/features/newsletter/reports/read-mail-report.ts'
import { createTurns } from '#server/features/newsletter/send/turns.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import { MailError } from '#server/platform/mail/mail.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { type SinkBehaviour, startMailSink } from '../../tests/mocks/mail-sink.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { ourMails } from './our-mails.ts'
import { REFUSALS } from './refusals.ts'
import { FILTER, SERVERS, type Server } from './servers.ts'

const run = promisify(execFile)
const CLOSED = 49_198
const RECIPIENTS = 150
const REPORTS_MS = 150_000
const SENDER = 'news@example.org'

/** `npm run bench -- mail-servers [NAME]`, as root on Debian: see README.md. */
const only = process.argv[3]
const folder = createTemporaryFolder('mail-servers')
const sink = await startMailSink()
sink.behave(({ to }) => refusalOf(to))
for (const [index, server] of SERVERS.entries())
  if (only === undefined || server.name === only) await measure(server, 49_101 + index)
if (only === undefined || only === FILTER.name) await judge()
await sink.close()

async function measure(server: Server, port: number): Promise<void> {
  sink.mails.length = 0
  const root = await unpack(server)
  const { stdout } = await inNamespace(root, server.version)
  const child = await start(server, root, port)
  try {
    const mailIds = new Map(REFUSALS.map(({ name }) => [crypto.randomUUID(), name]))
    const transport = transportTo(`smtp://127.0.0.1:${port}`)
    const mail = {
      subject: 'The week in AI',
      text: 'What happened this week.',
      html: '<p>What happened this week.</p>',
      language: 'en',
    } as const
    const startedAt = performance.now()
    const sent = await sendIssue(
      Array.from({ length: RECIPIENTS }, (_, n) => `reader-${n}@example.com`),
      (to) => transport.send({ ...mail, id: crypto.randomUUID(), to }),
    )
    const seconds = (performance.now() - startedAt) / 1000
    for (const [id, name] of mailIds) {
      const to = name === 'unreachable' ? 'somebody@unreachable.example' : `${name}@example.net`
      await transport.send({ ...mail, id, to }).catch((error: unknown) => console.log(`  ${name}: ${error}`))
    }
    const mailsTo = (start: string) => sink.mails.filter(({ envelope }) => envelope.to[0]?.startsWith(start))
    const arrived = () => mailsTo('reader-').map(({ envelope }) => envelope.to[0])
    const reports = () => mailsTo(SENDER).map(({ raw }) => raw)
    const until = performance.now() + REPORTS_MS
    let found = new Map<string, string>()
    while (
      performance.now() < until &&
      (REFUSALS.some(({ name }) => !found.has(name)) || arrived().length < RECIPIENTS)
    ) {
      await delay(500)
      found = await readReports(reports(), mailIds)
    }
    await transport.close()
    const readers = arrived()
    const once = new Set(readers).size
    console.log(
      `${server.name} (${stdout.trim()}): ${sent} of ${RECIPIENTS} handed over in ${seconds.toFixed(1)} s; ${once} arrived, ${readers.length - once} twice`,
    )
    const right = REFUSALS.filter(({ name, right: faults }) =>
      faults.some((fault) => found.get(name)?.startsWith(`${fault} `)),
    )
    const ended = REFUSALS.filter(
      ({ name, right: faults }) => !faults.includes('gone') && found.get(name)?.endsWith(' permanent'),
    )
    console.log(
      `  reports: ${reports().length}; right ${right.length} of ${REFUSALS.length}; wrongly ended ${ended.length}`,
    )
    for (const { name } of REFUSALS) console.log(`    ${name}: ${found.get(name) ?? 'no report'}`)
    await writeFile(join(folder, `${server.name}-reports.txt`), reports().join('\n=====\n'))
  } finally {
    child.kill('SIGKILL')
    await delay(500)
  }
}

/** Has SpamAssassin judge our mails, as they are sent, without asking the network. */
async function judge(): Promise<void> {
  sink.mails.length = 0
  const root = await unpack(FILTER)
  const transport = transportTo(sink.url)
  for (const [name, mail] of Object.entries(await ourMails()))
    await transport.send({ ...mail, id: crypto.randomUUID(), to: `${name}@example.com` })
  await transport.close()
  for (const { raw, envelope } of sink.mails) {
    await writeFile(join(root, 'mail.eml'), raw)
    const { stdout } = await inNamespace(root, `HOME=/mnt spamassassin -L -t < ${root}/mail.eml`)
    console.log(`${envelope.to}: ${stdout.slice(stdout.lastIndexOf('Content analysis details')).trim()}`)
  }
}

function transportTo(url: string) {
  return createSmtpTransport({
    url: `${url}?maxConnections=5`,
    sender: createSender({ from: SENDER, siteUrl: 'https://aiwatch.example' }),
  })
}

/** The receiver refuses by the local part of the recipient. */
function refusalOf(to: string): SinkBehaviour {
  const { at, reply } = REFUSALS.find(({ name }) => to.startsWith(`${name}@`)) ?? {}
  if (!at || !reply || at === 'never') return { kind: 'accept' }
  return { kind: 'refuse', at, code: Number(reply.slice(0, 3)), text: reply.slice(4) }
}

/** Reads the reports with our reader, by the kind of the rejection. Of several about one mail the last counts. */
async function readReports(
  reports: readonly string[],
  mailIds: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const text of reports)
    for (const { mailId, fault, kind } of (await readMailReport(Buffer.from(text))) ?? [])
      found.set(mailIds.get(mailId ?? '') ?? 'another mail', `${fault ?? '–'} ${kind}`)
  return found
}

/** Sends to all over five connections, at the pace that the server allows. */
async function sendIssue(recipients: string[], send: (to: string) => Promise<void>): Promise<number> {
  const over = new AbortController()
  const wait = (ms: number, signal?: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {})
  const turns = createTurns({ connections: 5, wait })
  turns.begin(over.signal)
  let sent = 0
  const lane = async () => {
    for (;;) {
      const turn = await turns.take(over.signal)
      const to = turn && recipients.shift()
      if (!turn || !to) return turn?.end('unused')
      try {
        await send(to)
        sent += 1
        turn.end('taken')
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        if (error.kind === 'temporary') recipients.push(to)
        turn.end(error)
      }
    }
  }
  await Promise.all(Array.from({ length: 5 }, lane))
  return sent
}

async function unpack({ name, packages }: Pick<Server, 'name' | 'packages'>): Promise<string> {
  const root = join(folder, name)
  await mkdir(root, { recursive: true })
  await run('apt-get', ['download', ...packages], { cwd: root })
  for (const file of await readdir(root))
    if (file.endsWith('.deb')) await run('dpkg', ['-x', file, root], { cwd: root })
  return root
}

function namespace(root: string, script: string): string[] {
  return ['-m', 'sh', join(import.meta.dirname, 'lay-over.sh'), root, 'sh', '-c', script]
}

function inNamespace(root: string, script: string) {
  return run('unshare', namespace(root, script))
}

/** Resolves when the server greets. */
async function start(server: Server, root: string, port: number): Promise<ChildProcess> {
  // The shell stays: programs with a setuid bit (Exim, Sendmail) would not be ended with their parent.
  const receiver = Number(new URL(sink.url).port)
  const script = `${server.start({ port, receiver, closed: CLOSED })}\nexit`
  const child = spawn(
    'unshare',
    ['--pid', '--fork', '--kill-child', '--mount-proc', ...namespace(root, script)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  for (let attempt = 0; attempt < 180; attempt++) {
    await delay(500)
    const greets = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', () => resolve(socket.end() !== undefined))
      socket.once('error', () => resolve(false))
    })
    if (greets) return child
  }
  throw new Error(`${server.name} does not greet`)
}
