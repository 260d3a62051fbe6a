import { useEffect, useId, useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { MediaImage } from '#app/admin/media/media-card.tsx'
import { MEDIA_KEY } from '#app/admin/media/media-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { focusMedia, type ListedFile } from '#core/data/media-files.ts'
import type { FocusPoint as Point } from '#core/domain/media-input.ts'

const STEP = 5
const SMALL_STEP = 1
/** One move is one entry in the audit log, however many keys and clicks it takes. */
const PAUSE_MS = 1500

const MOVES: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface FocusPointProps {
  file: ListedFile
  /** Limits the height of the picture, of portraits above all. */
  maxHeightRem?: number
}

/** A picture on which a click or the arrow keys choose the point that stays in sight where it is cut. */
export function FocusPoint({ file, maxHeightRem = 24 }: FocusPointProps) {
  const hintId = useId()
  const { toast } = useToast()
  const stored = useRef<Point>({ focus_x: file.focus_x, focus_y: file.focus_y })
  const [maxWidth, setMaxWidth] = useState<string>()
  const [point, setPoint] = useState<Point>(stored.current)
  const save = useDeskMutation({ run: focusMedia, invalidates: [MEDIA_KEY] })
  const store = useRef((_: Point) => {})
  store.current = (next) => {
    stored.current = next
    save.mutate(
      { id: file.id, ...next },
      {
        onError: (error) =>
          toast({
            title: t('media.focus.failed'),
            description: describeError(error),
            variant: 'destructive',
          }),
      },
    )
  }

  useEffect(() => {
    if (isSame(point, stored.current)) return
    const timer = setTimeout(() => store.current(point), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [point])

  // A pending point is saved on unmount.
  const chosen = useRef(point)
  chosen.current = point
  useEffect(() => () => void (isSame(chosen.current, stored.current) || store.current(chosen.current)), [])

  function click(event: React.MouseEvent<HTMLButtonElement>) {
    // The Enter key also fires a click, without coordinates.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    setPoint({
      focus_x: percent((event.clientX - box.left) / box.width),
      focus_y: percent((event.clientY - box.top) / box.height),
    })
  }

  function move(event: React.KeyboardEvent) {
    const by = MOVES[event.key]
    if (!by) return
    event.preventDefault()
    const step = event.shiftKey ? SMALL_STEP : STEP
    setPoint(({ focus_x, focus_y }) => ({
      focus_x: percent((focus_x + by[0] * step) / 100),
      focus_y: percent((focus_y + by[1] * step) / 100),
    }))
  }

  const place = { x: point.focus_x, y: point.focus_y }
  const objectPosition = `${place.x}% ${place.y}%`
  return (
    <div>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <div className="bg-wash">
          <button
            type="button"
            aria-label={t('media.focus.label', place)}
            aria-describedby={hintId}
            onClick={click}
            onKeyDown={move}
            style={{ maxWidth }}
            className="relative mx-auto block w-full cursor-crosshair"
          >
            <MediaImage
              file={file}
              loading="eager"
              sizes="(min-width: 64rem) 32rem, 92vw"
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setMaxWidth(`${(maxHeightRem * naturalWidth) / naturalHeight}rem`)
              }
              className="block h-auto w-full"
            />
            <span
              aria-hidden
              className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-2 border-[white] bg-[rgb(0_0_0/0.25)] shadow-[0_0_0_1.5px_black]"
              style={{ left: `${place.x}%`, top: `${place.y}%` }}
            />
          </button>
        </div>
        <div aria-hidden className="flex gap-3 sm:flex-col">
          <MediaImage
            file={file}
            sizes="7rem"
            className="aspect-video w-28 bg-wash object-cover"
            style={{ objectPosition }}
          />
          <MediaImage
            file={file}
            sizes="7rem"
            className="aspect-square w-16 bg-wash object-cover"
            style={{ objectPosition }}
          />
        </div>
      </div>
      <p id={hintId} className="mt-2 text-faint text-sm">
        {t('media.focus.hint')}
      </p>
      <p role="status" className="sr-only">
        {isSame(point, { focus_x: file.focus_x, focus_y: file.focus_y }) ? '' : t('media.focus.place', place)}
      </p>
    </div>
  )
}

function percent(fraction: number): number {
  return Math.round(Math.min(1, Math.max(0, fraction)) * 100)
}

function isSame(one: Point, other: Point): boolean {
  return one.focus_x === other.focus_x && one.focus_y === other.focus_y
}
