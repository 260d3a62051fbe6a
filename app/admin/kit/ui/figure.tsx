import { useEffect, useRef, useState } from 'react'

/** The space around the drawing of a chart, for its labels. */
export const MARGIN = { top: 12, right: 20, bottom: 28, left: 52 }
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export interface FigureSize {
  width: number
  height: number
}

/** A chart as wide and high as its container. It is drawn once these are measured. */
export function Figure({ children }: { children: (size: FigureSize) => React.ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<FigureSize>({ width: 0, height: 0 })
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={ref} className="relative h-full overflow-hidden">
      {size.width > 0 && children(size)}
    </div>
  )
}

interface FigureDrawingProps {
  right: number
  bottom: number
  /** The sentence that says what is drawn. */
  label: string
  /** The text beside the drawing and below it. */
  labels: React.ReactNode
  children: React.ReactNode
}

/** The drawing of a chart. It is not behind the labels, whose contrast could not be told then. */
export function FigureDrawing({ right, bottom, label, labels, children }: FigureDrawingProps) {
  return (
    <>
      <svg
        role="img"
        viewBox={`${MARGIN.left} 0 ${right - MARGIN.left} ${bottom}`}
        width={right - MARGIN.left}
        height={bottom}
        className="absolute"
        style={{ left: MARGIN.left }}
        aria-label={label}
      >
        {children}
      </svg>
      {/* The sentence and the table say it to those who do not see it. */}
      <div aria-hidden className="text-faint text-xs tabular-nums">
        {labels}
      </div>
    </>
  )
}

/** A count beside the line that it names. */
export function CountLabel({ count, top }: { count: number; top: number }) {
  return (
    <span className="absolute -translate-y-1/2 text-right" style={{ left: 0, width: MARGIN.left - 10, top }}>
      {COMPACT.format(count)}
    </span>
  )
}

/** A date below the place that it names. */
export function DateLabel({ left, bottom, children }: { left: number; bottom: number; children: string }) {
  return (
    <span className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left, top: bottom + 8 }}>
      {children}
    </span>
  )
}
