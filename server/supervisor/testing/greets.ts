import type { Socket } from 'node:net'

/** Greets on every connection that it is handed. */
process.on('message', (_message, socket?: Socket) => socket?.write('hello'))
process.send?.('ready')
