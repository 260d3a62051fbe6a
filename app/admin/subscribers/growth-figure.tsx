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
import type { SubscriberWeek } from '#core/domain/subscriber-record.ts'

/** The part below the line has who joined, upwards, and who left, downwards. */
const MOVES_SHARE = 0.34
const GAP = 16
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** The chart itself. Its colours are those of the theme. */
export default function GrowthFigure({ weeks }: { weeks: readonly SubscriberWeek[] }) {
  return <Figure>{(size) => <Drawing weeks={weeks} {...size} />}</Figure>
}

function Drawing({ weeks, width, height }: FigureSize & { weeks: readonly SubscriberWeek[] }) {
  const right = width - MARGIN.right
  const bottom = height - MARGIN.bottom
  const lineBottom = MARGIN.top + (bottom - MARGIN.top) * (1 - MOVES_SHARE) - GAP
  const dates = weeks.map(({ week }) => new Date(week))
  const barWidth = Math.max(1, Math.min(18, ((right - MARGIN.left) / weeks.length) * 0.7))
  const most = (of: 'active' | 'joined' | 'left') => Math.max(1, ...weeks.map((week) => week[of]))

  const x = scaleUtc({
    domain: [dates[0] ?? new Date(0), dates.at(-1) ?? new Date(0)],
    range: [MARGIN.left + barWidth / 2, right - barWidth / 2],
  })
  const active = scaleLinear({ domain: [0, most('active')], range: [lineBottom, MARGIN.top], nice: 3 })
  const moves = scaleLinear({ domain: [-most('left'), most('joined')], range: [bottom, lineBottom + GAP] })
  // Counts are whole, also where there are few.
  const counts = active.ticks(3).filter(Number.isInteger)
  return (
    <FigureDrawing
      right={right}
      bottom={bottom}
      label={t('subscribers.growth.chart', {
        weeks: weeks.length,
        first: (weeks[0]?.active ?? 0).toLocaleString('en-US'),
        last: (weeks.at(-1)?.active ?? 0).toLocaleString('en-US'),
      })}
      labels={
        <>
          {counts.map((count) => (
            <CountLabel key={count} count={count} top={active(count)} />
          ))}
          <CountLabel count={most('joined')} top={moves(most('joined'))} />
          <CountLabel count={0} top={moves(0)} />
          {x.ticks(Math.max(2, Math.floor(width / 130))).map((date) => (
            <DateLabel key={date.getTime()} left={x(date)} bottom={bottom}>
              {MONTH.format(date)}
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
          y1={active(count)}
          y2={active(count)}
          stroke="var(--color-line)"
        />
      ))}
      {weeks.map(({ week, joined, left }, index) => {
        const at = x(dates[index] ?? new Date(0)) - barWidth / 2
        return (
          <g key={week}>
            <Bar
              x={at}
              y={moves(joined)}
              width={barWidth}
              height={moves(0) - moves(joined)}
              fill="var(--color-green)"
            />
            <Bar
              x={at}
              y={moves(0)}
              width={barWidth}
              height={moves(-left) - moves(0)}
              fill="var(--color-paper)"
              stroke="var(--color-red)"
              strokeWidth={left > 0 ? 1.5 : 0}
            />
          </g>
        )
      })}
      <line x1={MARGIN.left} x2={right} y1={moves(0)} y2={moves(0)} stroke="var(--color-edge)" />
      <LinePath
        data={[...weeks]}
        x={({ week }) => x(new Date(week))}
        y={(week) => active(week.active)}
        stroke="var(--color-ink)"
        strokeWidth={2}
      />
    </FigureDrawing>
  )
}
