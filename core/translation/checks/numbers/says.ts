/** What a quantity says, in a form that two languages have in common. */

export const numberSays = (value: number) => String(Number(value.toPrecision(12)))

/** Half is 50 per cent, and not 50. */
export const percentSays = (value: number) => `percent ${numberSays(value)}`

export const monthSays = (month: number) => `month ${month}`

export const timeSays = (hours: number, minutes: number) => `time ${hours % 24}:${minutes}`

export const nameSays = (name: string) => `name ${name.toLowerCase()}`
