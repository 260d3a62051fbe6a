import type { FrontPageLayout } from '#core/domain/front-page.ts'

/** Rectangles as x, y, width and height: pictures, and lines of text. */
const DRAWINGS: Record<FrontPageLayout, { pictures: number[][]; lines: number[][] }> = {
  standard: {
    lines: [
      [8, 8, 70, 5],
      ...[70, 75].flatMap((y) => [8, 62].map((x) => [x, y, 46, 2.5])),
      [82, 18, 26, 2.5],
      [82, 23, 26, 2.5],
      [82, 28, 20, 2.5],
    ],
    pictures: [
      [8, 17, 70, 26],
      [8, 50, 50, 17],
      [62, 50, 46, 17],
    ],
  },
  dense: {
    lines: [
      [8, 42, 62, 4],
      ...[8, 15, 22, 29, 36, 43].flatMap((y) => [[78, y, 30, 2.5]]),
      ...[66, 71, 76].flatMap((y) => [8, 34, 60, 86].map((x) => [x, y, 22, 2.5])),
    ],
    pictures: [[8, 8, 62, 30], ...[8, 34, 60, 86].map((x) => [x, 52, 22, 11])],
  },
  calm: {
    lines: [
      [28, 8, 60, 5],
      [38, 16, 40, 2.5],
      [24, 66, 40, 3.5],
      [24, 72, 46, 2.5],
    ],
    pictures: [
      [8, 24, 100, 34],
      [78, 65, 16, 11],
    ],
  },
}

/** A small drawing of a front page. */
export function LayoutDrawing({ layout }: { layout: FrontPageLayout }) {
  const { pictures, lines } = DRAWINGS[layout]
  const draw = (shapes: number[][], className: string) =>
    shapes.map(([x, y, width, height]) => (
      <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} className={className} />
    ))
  return (
    <svg
      aria-hidden
      viewBox="0 0 116 84"
      className="h-20 w-28 shrink-0 border border-line bg-paper sm:h-auto sm:w-full"
    >
      {draw(pictures, 'fill-edge/50')}
      {draw(lines, 'fill-soft')}
    </svg>
  )
}
