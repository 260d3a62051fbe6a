import { readFile, stat } from 'node:fs/promises'

/** The operating system user that PostgreSQL runs as, when that is not the user of this process. */
export interface ServerAccount {
  name: string
  uid: number
  gid: number
}

/** Existing unprivileged users, the dedicated ones first: `nobody` may be shared with other daemons. */
const preferredNames = ['postgres', '_postgres', 'nobody']

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root, so root lends it the first unprivileged user that the system has. */
export async function findServerAccount(): Promise<ServerAccount | null> {
  const accounts = await listAccounts()
  for (const name of preferredNames) {
    const account = accounts.find((candidate) => candidate.name === name)
    if (account) return account
  }
  return null
}

/** The user that a cluster belongs to: PostgreSQL accepts no other. */
export async function ownerOf(directory: string): Promise<ServerAccount> {
  const { uid, gid } = await stat(directory)
  const account = (await listAccounts()).find((candidate) => candidate.uid === uid)
  return { name: account?.name ?? `uid ${uid}`, uid, gid }
}

async function listAccounts(): Promise<ServerAccount[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
