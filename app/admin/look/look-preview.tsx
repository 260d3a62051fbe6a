import { useEffect, useRef } from 'react'
import { t } from '#app/admin/messages.ts'
import { useDebouncedValue } from '#app/admin/ui/use-debounced-value.ts'
import { THEMES, type Theme } from '#core/look/palette.ts'
import { frontPreviewPath, type PreviewedSettings } from '#core/look/previewed-settings.ts'

const WAIT_MS = 400
const SCALE = 0.25
const FRAMES = [
  { kind: 'desk', width: 1280 },
  { kind: 'phone', width: 375 },
] as const
const HEIGHT = 900

/** The front page with settings that are not saved, in both themes, at a desk and on a phone. */
export function LookPreview({ look }: { look: PreviewedSettings }) {
  const address = useDebouncedValue(frontPreviewPath(look), WAIT_MS)
  return (
    <section aria-label={t('look.preview.title')}>
      <p className="mb-2 font-medium text-sm">{t('look.preview.title')}</p>
      <div className="flex flex-wrap gap-3">
        {FRAMES.map((frame) =>
          THEMES.map((theme) => <Frame key={theme} {...frame} theme={theme} address={address} />),
        )}
      </div>
    </section>
  )
}

interface FrameProps {
  kind: (typeof FRAMES)[number]['kind']
  width: number
  theme: Theme
  address: string
}

/** A picture of the page: nothing in it can be reached by pointer or keyboard. */
function Frame({ kind, width, theme, address }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const show = () => {
    frame.current?.contentDocument?.documentElement?.classList.toggle('dark', theme === 'dark')
  }
  // A frame that the server sent may have loaded before this page was hydrated.
  useEffect(show)
  const name = t(theme === 'light' ? 'look.light' : 'look.dark')
  return (
    <div
      className="max-w-full shrink-0 overflow-hidden border border-edge"
      style={{ width: width * SCALE, height: HEIGHT * SCALE }}
    >
      <iframe
        ref={frame}
        inert
        tabIndex={-1}
        title={t(kind === 'desk' ? 'look.preview.desk' : 'look.preview.phone', { theme: name })}
        src={address}
        onLoad={show}
        width={width}
        height={HEIGHT}
        className="pointer-events-none max-w-none origin-top-left"
        style={{ transform: `scale(${SCALE})` }}
      />
    </div>
  )
}
