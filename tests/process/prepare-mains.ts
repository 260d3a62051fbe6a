import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

/** Main processes in a data folder that each test gets anew. */
export function prepareMains() {
  let folder: ReturnType<typeof temporaryDataDir>
  let running: MainProcess[] = []
  return {
    get dataDir(): string {
      return folder.path
    },
    begin(): void {
      folder = temporaryDataDir()
    },
    start(env: Record<string, string> = {}, options: Parameters<typeof runMain>[1] = {}): MainProcess {
      const settings = { DATA_DIR: folder.path, PORT: '0', DEMO: '0', ADMIN_PASSWORD: 'a long password' }
      const main = runMain({ ...settings, ...env }, options)
      running.push(main)
      return main
    },
    /** Stops all, and removes what they have stored. */
    async end(): Promise<void> {
      for (const main of running) await main.stop()
      running = []
      await folder.remove()
    },
  }
}
