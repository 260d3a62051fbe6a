import { useSearchParams } from 'react-router'

/** So many days with today, of which the screen shows the sums. */
export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]

const DEFAULT_PERIOD: Period = 30

/** The period in the address of the screen; any other value is the usual one. */
export const periodOf = (asked: string | null): Period =>
  PERIODS.find((days) => String(days) === asked) ?? DEFAULT_PERIOD

export function usePeriod(): [Period, (days: Period) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (days: Period) =>
    setParams(days === DEFAULT_PERIOD ? {} : { days: String(days) }, {
      replace: true,
      preventScrollReset: true,
    })
  return [periodOf(params.get('days')), choose]
}
