import type { SVGProps } from 'react'

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels. */
  size?: number
}

export type Icon = (props: IconProps) => React.ReactElement

/** Makes a component of a line drawing on a 24-unit grid, in the colour of the text. */
export function icon(path: string): Icon {
  return ({ size = 24, ...props }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: icons are beside text or in labelled controls, with aria-hidden
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={path} />
    </svg>
  )
}

const CIRCLE = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0'

export const ArrowLeft = icon('M19 12H5m7 7-7-7 7-7')
export const ArrowRight = icon('M5 12h14m-7-7 7 7-7 7')
export const ArrowUp = icon('M12 19V5m-7 7 7-7 7 7')
export const Check = icon('m5 12.5 4.5 4.5L19 7')
export const ChevronDown = icon('m6 9 6 6 6-6')
export const CircleAlert = icon(`${CIRCLE}M12 8v4.5m0 3.5v.01`)
export const CircleCheck = icon(`${CIRCLE}m5.5.5 2.5 2.5 4.5-5`)
export const CircleX = icon(`${CIRCLE}M9.5 9.5l5 5m0-5-5 5`)
export const Globe = icon(`${CIRCLE}h18M12 3c-5 5.5-5 12.5 0 18c5-5.5 5-12.5 0-18`)
export const LoaderCircle = icon('M21 12a9 9 0 1 1-6.2-8.6')
export const Menu = icon('M4 6h16M4 12h16M4 18h16')
export const Moon = icon('M20 14.5A8.5 8.5 0 1 1 9.5 4A7 7 0 0 0 20 14.5z')
export const Rss = icon('M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M5.5 18.5v.01')
export const Search = icon('M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0m12 5 5 5')
export const Sun = icon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4m-13.4 0 1.4-1.4M17.3 6.7l1.4-1.4',
)
export const X = icon('M6 6l12 12M18 6 6 18')
