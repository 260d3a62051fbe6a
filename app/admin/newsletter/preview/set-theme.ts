/**
 * A mail asks the device whether it is dark; in a preview somebody chooses. Its queries are answered in its text, because a frame
 * without scripts cannot be told, and browsers differ in what they pass on to frames.
 */
export function setTheme(html: string, theme: 'light' | 'dark'): string {
  return html.replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, asked: string) =>
    asked.toLowerCase() === theme ? '(min-width: 0)' : '(max-width: 0)',
  )
}
