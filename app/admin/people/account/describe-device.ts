import { t } from '#app/admin/kit/messages.ts'

/** Tried in this order, because the user agents of most browsers also name other browsers. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]

const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  // iPads send this too, when they request desktop pages.
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** The browser and system of a session in a few words, as far as its user agent tells. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return t('account.device.unknown')
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser && system) return t('account.device.browserOnSystem', { browser, system })
  if (browser) return browser
  if (system) return t('account.device.system', { system })
  // Programs that are not browsers put their own name first.
  return /^[\w.-]{2,40}(?=\/|$)/.exec(userAgent)?.[0] ?? t('account.device.unknown')
}

function nameIn(list: [name: string, pattern: RegExp][], userAgent: string): string | undefined {
  return list.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
