/** In the order in which they are looked for: most browsers also carry the names of others. */
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
  // An iPad that asks for desktop pages says this too.
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** The browser and system of a session in a few words, as far as its user agent tells. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  if (browser || system) return browser ?? `Browser on ${system}`
  // A program that is no browser says its own name first.
  return /^[\w.-]{2,40}(?=\/|$)/.exec(userAgent)?.[0] ?? 'Unknown browser'
}

function nameIn(list: [name: string, pattern: RegExp][], userAgent: string): string | undefined {
  return list.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
