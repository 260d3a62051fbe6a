const CENTRE = { x: 240, y: 282 }
const SUN_RADIUS = 138
const MINUTES_ABOVE_HORIZON = Array.from({ length: 31 }, (_, index) => index - 15)

/** The iris of the logo drawn as a rising sun with clock hands at nine. The line below it is the horizon. */
export function SunriseClock({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 480 320" className={className}>
      {MINUTES_ABOVE_HORIZON.map((minute) => {
        const hour = minute % 5 === 0
        return (
          <line
            key={minute}
            className={hour ? 'stroke-ink' : 'stroke-edge'}
            strokeWidth={hour ? 9 : 2}
            x1={CENTRE.x}
            x2={CENTRE.x}
            y1={CENTRE.y - (hour ? 234 : 206)}
            y2={CENTRE.y - 180}
            transform={`rotate(${minute * 6} ${CENTRE.x} ${CENTRE.y})`}
          />
        )
      })}
      <circle className="fill-brand" cx={CENTRE.x} cy={CENTRE.y} r={SUN_RADIUS} />
      <path
        className="stroke-paper"
        d={`M${CENTRE.x} ${CENTRE.y - 98}V${CENTRE.y}H${CENTRE.x - 66}`}
        fill="none"
        strokeWidth="22"
        strokeLinecap="square"
      />
    </svg>
  )
}
