// Connects to the session of this page: the engine that it embeds, or the server that it was loaded from.
import type { Connection } from './connection';
import { EngineConnection } from './engineConnection';
import { packedBytes } from './packedBytes';
import { SocketConnection } from './socketConnection';

export async function openConnection(): Promise<Connection> {
    const engine = await packedBytes('orrery-engine');
    const recording = await packedBytes('orrery-recording');
    if (engine === null || recording === null) {
        return new SocketConnection(location.href);
    }
    return EngineConnection.start(engine, recording);
}
