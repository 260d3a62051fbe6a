export type MailTheme = 'light' | 'dark'

interface MailFrameProps {
  title: string
  html: string
  /** Shows the mail as a device with this theme does; without it, as this device does. */
  theme?: MailTheme
  className: string
}

/**
 * Comes first, so that it wins over a base element of the mail: links open in a new tab. A `srcdoc` document without a
 * doctype is still rendered in standards mode.
 */
const LINKS_OPEN_OUTSIDE = '<base target="_blank">'

/** The HTML part of a mail, in a sandboxed iframe without scripts and without our origin. */
export function MailFrame({ title, html, theme, className }: MailFrameProps) {
  return (
    <iframe
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={LINKS_OPEN_OUTSIDE + (theme ? setTheme(html, theme) : html)}
      style={{ colorScheme: theme }}
      className={`block border border-line ${theme === 'dark' ? 'bg-[black]' : 'bg-[white]'} ${className}`}
    />
  )
}

/**
 * Answers the media queries of a mail for a theme in its text: a frame without scripts cannot be told its theme, and browsers
 * differ in what they pass on to frames.
 */
export function setTheme(html: string, theme: MailTheme): string {
  return html.replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, asked: string) =>
    asked.toLowerCase() === theme ? '(min-width: 0)' : '(max-width: 0)',
  )
}
