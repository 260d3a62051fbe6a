import { scaleLinear, scaleUtc } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { t } from '#app/admin/kit/messages.ts'
import { formatShortDay } from '#app/admin/kit/ui/format.ts'
import { useSize } from '#app/admin/kit/ui/use-size.ts'
import { formatFigure } from '#app/admin/readers/format-figure.ts'
import type { CountedDay } from '#core/domain/readership.ts'

const MARGIN = { top: 12, right: 20, bottom: 28, left: 52 }
const LINE = [
  { stroke: 'var(--color-paper)', strokeWidth: 5 },
  { stroke: 'var(--color-ink)', strokeWidth: 2 },
]
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** The chart itself, as wide and high as its container. Its colours are those of the theme. */
export default function ViewsFigure({ days }: { days: readonly CountedDay[] }) {
  const { ref, width, height } = useSize()
  return (
    <div ref={ref} className="relative h-full overflow-hidden">
      {width > 0 && <Drawing days={days} width={width} height={height} />}
    </div>
  )
}

interface DrawingProps {
  days: readonly CountedDay[]
  width: number
  height: number
}

function Drawing({ days, width, height }: DrawingProps) {
  const right = width - MARGIN.right
  const bottom = height - MARGIN.bottom
  const slot = (right - MARGIN.left) / days.length
  const barWidth = Math.max(1, Math.min(28, slot * 0.7))
  const dateOf = ({ day }: CountedDay) => new Date(day)
  const [first, last] = [days[0], days.at(-1)].map((day) => (day ? dateOf(day) : new Date(0)))
  const x = scaleUtc({
    domain: [first ?? 0, last ?? 0],
    range: [MARGIN.left + slot / 2, right - slot / 2],
  })
  const y = scaleLinear({
    domain: [0, Math.max(1, ...days.map(({ views, visitors }) => Math.max(views, visitors)))],
    range: [bottom, MARGIN.top],
    nice: 4,
  })
  const counts = y.ticks(4).filter(Number.isInteger)
  const every = Math.ceil(days.length / Math.max(2, Math.floor(width / 110)))
  const sum = (of: 'views' | 'visitors') => formatFigure(days.reduce((total, day) => total + day[of], 0))
  return (
    <>
      <svg
        role="img"
        // The drawing is not behind the labels, whose contrast could not be told then.
        viewBox={`${MARGIN.left} 0 ${right - MARGIN.left} ${bottom}`}
        width={right - MARGIN.left}
        height={bottom}
        className="absolute"
        style={{ left: MARGIN.left }}
        aria-label={t('readers.days.chart', {
          count: days.length,
          views: sum('views'),
          visitors: sum('visitors'),
        })}
      >
        {counts.map((count) => (
          <line
            key={count}
            x1={MARGIN.left}
            x2={right}
            y1={y(count)}
            y2={y(count)}
            stroke={count === 0 ? 'var(--color-edge)' : 'var(--color-line)'}
          />
        ))}
        {days.map((day) => (
          <Bar
            key={day.day}
            x={x(dateOf(day)) - barWidth / 2}
            y={y(day.views)}
            width={barWidth}
            height={bottom - y(day.views)}
            // Today is not over.
            fill={day === days.at(-1) ? 'var(--color-paper)' : 'var(--color-blue)'}
            stroke="var(--color-blue)"
            strokeWidth={day === days.at(-1) && day.views > 0 ? 1.5 : 0}
          />
        ))}
        {/* The line has an edge, so that it can be told from the bars. It ends before today, which is not over. */}
        {LINE.map(({ stroke, strokeWidth }) => (
          <LinePath
            key={stroke}
            data={days.slice(0, -1)}
            x={(day) => x(dateOf(day))}
            y={({ visitors }) => y(visitors)}
            {...{ stroke, strokeWidth }}
          />
        ))}
        {(days.length === 2 ? days : days.slice(-1)).map((day) => (
          <circle
            key={day.day}
            cx={x(dateOf(day))}
            cy={y(day.visitors)}
            r={4}
            fill="var(--color-ink)"
            stroke="var(--color-paper)"
            strokeWidth={1.5}
          />
        ))}
      </svg>
      {/* The sentence and the table say it to those who do not see it. */}
      <div aria-hidden className="text-faint text-xs tabular-nums">
        {counts.map((count) => (
          <span
            key={count}
            className="absolute -translate-y-1/2 text-right"
            style={{ left: 0, width: MARGIN.left - 10, top: y(count) }}
          >
            {COMPACT.format(count)}
          </span>
        ))}
        {days
          .filter((_, index) => (days.length - 1 - index) % every === 0)
          .map((day) => (
            <span
              key={day.day}
              className="absolute -translate-x-1/2 whitespace-nowrap"
              style={{ left: x(dateOf(day)), top: bottom + 8 }}
            >
              {formatShortDay(day.day)}
            </span>
          ))}
      </div>
    </>
  )
}
