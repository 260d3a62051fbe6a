export const inMegabytes = (bytes: number): string =>
  `${(Math.ceil(bytes / 100_000) / 10).toLocaleString('en')} MB`
