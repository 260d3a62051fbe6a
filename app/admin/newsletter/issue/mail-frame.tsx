import { t } from '#app/admin/messages.ts'

export type PreviewWidth = 'desktop' | 'phone'
export type PreviewTheme = 'light' | 'dark'

interface PreviewFrameProps {
  html: string
  subject: string
  width: PreviewWidth
  theme: PreviewTheme
}

/** Links open in a new tab, and nowhere else. */
const LINKS_OPEN_OUTSIDE = '<base target="_blank">'

/** A message in a sandboxed frame, without scripts and without our origin. */
export function PreviewFrame({ html, subject, width, theme }: PreviewFrameProps) {
  return (
    <iframe
      title={t('newsletterIssue.preview.frame', { subject })}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={LINKS_OPEN_OUTSIDE + setTheme(html, theme)}
      style={{ colorScheme: theme }}
      className={`mx-auto block h-[44rem] max-h-[85dvh] max-w-full border border-line ${
        width === 'phone' ? 'w-[375px]' : 'w-full'
      } ${theme === 'dark' ? 'bg-[black]' : 'bg-[white]'}`}
    />
  )
}

/**
 * A mail asks the device whether it is dark; in a preview somebody chooses. Its queries are answered in its text, because a frame
 * without scripts cannot be told, and browsers differ in what they pass on to frames.
 */
export function setTheme(html: string, theme: 'light' | 'dark'): string {
  return html.replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, asked: string) =>
    asked.toLowerCase() === theme ? '(min-width: 0)' : '(max-width: 0)',
  )
}
