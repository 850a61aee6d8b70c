// The renderer for each kind of world.
import type { Welcome } from '../protocol';
import { CirclesRenderer } from './circles/circlesRenderer';
import { HexRenderer } from './hex/hexRenderer';
import type { WorldRenderer } from './renderer';
import { RigidRenderer } from './rigid/rigidRenderer';

const makers: Record<Welcome['world'], (welcome: Welcome) => WorldRenderer> = {
    rigid: () => new RigidRenderer(),
    hex: (welcome) => new HexRenderer(welcome.tiles),
    circles: (welcome) => new CirclesRenderer(welcome.walls),
};

export function makeRenderer(welcome: Welcome): WorldRenderer {
    return makers[welcome.world](welcome);
}
