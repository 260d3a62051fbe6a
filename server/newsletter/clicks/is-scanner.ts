import { isbot } from 'isbot'

/** Programs that read mail before people do, and name themselves; `isbot` knows those that read the web. */
const MAIL_SCANNERS =
  /barracuda|mimecast|proofpoint|urldefense|symantec|trendmicro|fireeye|forcepoint|safelinks|safebrowsing|ironport|sophos|messagelabs|googleimageproxy|yahoomailproxy|outlook-?link/i

/**
 * Whether a request on a link of a newsletter is a program's: all that do not send what the browsers of people send when somebody
 * follows a link. In doubt it is one, so that the count of people is too low rather than too high.
 */
export function isScanner(request: Request): boolean {
  const header = (name: string) => request.headers.get(name) ?? ''
  const agent = header('user-agent')
  if (request.method !== 'GET') return true
  if (!agent.startsWith('Mozilla/5.0 (') || isbot(agent) || MAIL_SCANNERS.test(agent)) return true
  if (!header('accept').includes('text/html') || header('accept-language') === '') return true
  if (
    /prefetch|preview|prerender/i.test(`${header('purpose')} ${header('sec-purpose')} ${header('x-purpose')}`)
  ) {
    return true
  }
  // Browsers send these over HTTPS; a program that has the rest of a browser's headers often forgets them or has others.
  const [mode, destination] = [header('sec-fetch-mode'), header('sec-fetch-dest')]
  return (mode !== '' && mode !== 'navigate') || (destination !== '' && destination !== 'document')
}
