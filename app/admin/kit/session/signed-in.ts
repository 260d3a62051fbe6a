import {
  codeOf,
  isSessionExpired,
  isTemporary,
  mayBeSessionExpired,
} from '#app/admin/kit/errors/classify-error.ts'
import { accessTokenOf, hasSessionEnded } from '#app/admin/kit/session/identify-visitor.ts'
import { type SessionRenewal, sessionRenewal } from '#app/admin/kit/session/session-renewal.ts'
import { needsSecondFactor } from '#app/admin/kit/session/sign-in.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

/**
 * Calls `action`, which needs a session. When the session has ended, the page asks for the password without losing what was
 * typed, and `action` is called again.
 */
export function signedIn<Result>(action: (client: Client) => Promise<Result>): Promise<Result> {
  const client = browserClient()
  return runSignedIn({ client, renewal: sessionRenewal }, () => action(client))
}

/**
 * Calls `action`, which needs a session. When it fails because the session has ended, it is called again once there is a new
 * one. `action` throws its errors, and must be safe to call twice.
 */
export async function runSignedIn<Result>(
  { client, renewal }: { client: Client; renewal: Pick<SessionRenewal, 'ask' | 'offeredTo'> },
  action: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const accessToken = await accessTokenOf(client)
    try {
      return await action()
    } catch (error) {
      const isAbout = await isAboutSession(client, error)
      const present = await accessTokenOf(client)
      // Another session has begun since.
      if (present && present !== accessToken && (isAbout || mayBeSessionExpired(error))) continue
      if (!isAbout) {
        if (mayBeSessionExpired(error)) doubtAccess('refused')
        throw error
      }
      // A user who has left the desk meanwhile is not asked.
      if (renewal.offeredTo() === null) throw error
    }
    await renewal.ask()
  }
}

/** The database only says that something is not allowed, so a request finds out whether the session has ended. */
async function isAboutSession(client: Client, error: unknown): Promise<boolean> {
  if (codeOf(error) === 'reauthentication_needed') return true
  try {
    if (isSessionExpired(error)) return await isSignedOut(client)
    return mayBeSessionExpired(error) && (await isSignedOut(client))
  } catch (problem) {
    if (isTemporary(problem)) return false
    throw problem
  }
}

async function isSignedOut(client: Client): Promise<boolean> {
  return (await hasSessionEnded(client)) || (await needsSecondFactor(client))
}

/** Tells whether it is known that something about the own role has changed, or only suspected because a request was refused. */
export type Doubt = 'changed' | 'refused'

type Listener = (doubt: Doubt) => void

const listeners = new Set<Listener>()

/** Says that what the signed-in member may do may have changed. */
export function doubtAccess(doubt: Doubt): void {
  for (const listener of listeners) listener(doubt)
}

/** Returns a function that unsubscribes. */
export function onAccessDoubt(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
