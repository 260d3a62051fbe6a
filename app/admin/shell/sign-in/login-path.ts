import { HOME_PATH, LOGIN_PATH } from '#app/admin/kit/paths.ts'

const MAX_LENGTH = 2000
/** Pages for users who are not signed in; the login never leads back to them. */
const ENTRY_PATHS = /^\/admin\/(?:forgot-password|recovery|sign-in-link|invitation)\/?$/

/** The address of the login, which leads to `url` afterwards. */
export function loginPath(url: string): string {
  const { pathname, search } = new URL(url)
  const wanted = pathname + search
  if (wanted === HOME_PATH || parseNext(wanted) !== wanted) return LOGIN_PATH
  return `${LOGIN_PATH}?${new URLSearchParams({ next: wanted })}`
}

/** Returns where the login leads: always a page of the admin area, so there is no open redirect. */
export function parseNext(next: string | null): string {
  const origin = 'http://own.invalid'
  if (!next?.startsWith('/') || next.length > MAX_LENGTH || !URL.canParse(next, origin)) return HOME_PATH
  const url = new URL(next, origin)
  const isOurs =
    url.origin === origin && url.pathname.startsWith('/admin/') && !ENTRY_PATHS.test(url.pathname)
  return isOurs && url.pathname !== '/admin/' ? url.pathname + url.search : HOME_PATH
}
