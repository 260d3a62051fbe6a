import { scaleLinear, scaleUtc } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { t } from '#app/admin/kit/messages.ts'
import {
  CountLabel,
  DateLabel,
  Figure,
  FigureDrawing,
  type FigureSize,
  MARGIN,
} from '#app/admin/kit/ui/figure.tsx'
import { formatShortDay } from '#app/admin/kit/ui/format.ts'
import { formatFigure } from '#app/admin/readers/format-figure.ts'
import type { CountedDay } from '#core/domain/readership.ts'

const LINE = [
  { stroke: 'var(--color-paper)', strokeWidth: 5 },
  { stroke: 'var(--color-ink)', strokeWidth: 2 },
]

/** The chart itself. Its colours are those of the theme. */
export default function ViewsFigure({ days }: { days: readonly CountedDay[] }) {
  return <Figure>{(size) => <Drawing days={days} {...size} />}</Figure>
}

function Drawing({ days, width, height }: FigureSize & { days: readonly CountedDay[] }) {
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
    <FigureDrawing
      right={right}
      bottom={bottom}
      label={t('readers.days.chart', {
        count: days.length,
        views: sum('views'),
        visitors: sum('visitors'),
      })}
      labels={
        <>
          {counts.map((count) => (
            <CountLabel key={count} count={count} top={y(count)} />
          ))}
          {days
            .filter((_, index) => (days.length - 1 - index) % every === 0)
            .map((day) => (
              <DateLabel key={day.day} left={x(dateOf(day))} bottom={bottom}>
                {formatShortDay(day.day)}
              </DateLabel>
            ))}
        </>
      }
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
    </FigureDrawing>
  )
}
