// The settings for the next body to spawn: a blueprint where the world has any, otherwise a body of a simple shape.
import { useStudio } from '../context';
import { blueprintOf, hasGroups, isFlat, unitOf, type SpawnSettings } from '../state';
import type { Vector } from '../protocol';
import { Button } from '../widgets/Button';
import { NumberField } from '../widgets/NumberField';
import { Section } from '../widgets/Section';

const kinds: SpawnSettings['kind'][] = ['sphere', 'box', 'capsule', 'cylinder'];
const maxGroup = 255;

type Change = (change: Partial<SpawnSettings>) => void;

export function SpawnPanel() {
    const { state } = useStudio();
    if (state.tool.value !== 'spawn') {
        return null;
    }
    const set: Change = (change) => void (state.spawn.value = { ...state.spawn.value, ...change });
    const isByName = blueprintOf(state) !== null;
    return (
        <Section name="spawn" title={isByName ? 'New object' : 'New body'}>
            <p class="note">Click in the picture to spawn it there at the current frame.</p>
            {isByName ? <BlueprintFields set={set} /> : <ShapeFields set={set} />}
            <VelocityFields set={set} />
        </Section>
    );
}

function BlueprintFields({ set }: { set: Change }) {
    const { state } = useStudio();
    const chosen = blueprintOf(state);
    return (
        <>
            <div class="chips" role="group" aria-label="Blueprint">
                {state.welcome.value?.blueprints.map((name) => (
                    <Button title={`Spawn a ${name}`} isOn={name === chosen} onClick={() => set({ blueprint: name })}>
                        {name}
                    </Button>
                ))}
            </div>
            {hasGroups(state) && <GroupField set={set} />}
        </>
    );
}

function GroupField({ set }: { set: Change }) {
    const { state } = useStudio();
    return (
        <>
            <div class="fields">
                <NumberField
                    label="Group"
                    value={state.spawn.value.group}
                    min={0}
                    max={maxGroup}
                    step={1}
                    onChange={(group) => set({ group: Math.round(group) })}
                />
            </div>
            <p class="note">Objects of the same group do not collide. Objects of group 0 collide with everything.</p>
        </>
    );
}

function ShapeFields({ set }: { set: Change }) {
    const { state } = useStudio();
    const spawn = state.spawn.value;
    return (
        <>
            <div class="segments" role="group" aria-label="Shape">
                {kinds.map((kind) => (
                    <Button title={`Spawn a ${kind}`} isOn={spawn.kind === kind} onClick={() => set({ kind })}>
                        {kind}
                    </Button>
                ))}
            </div>
            <div class="fields">
                <NumberField label="Size" unit="m" value={spawn.size} min={0.01} max={1e6} onChange={(size) => set({ size })} />
                <NumberField
                    label="Density"
                    unit="kg/m³"
                    value={spawn.density}
                    min={0.001}
                    max={1e6}
                    onChange={(density) => set({ density })}
                />
                <NumberField
                    label="Friction"
                    value={spawn.friction}
                    min={0}
                    max={10}
                    step={0.05}
                    onChange={(friction) => set({ friction })}
                />
                <NumberField
                    label="Restitution"
                    value={spawn.restitution}
                    min={0}
                    max={1}
                    step={0.05}
                    onChange={(restitution) => set({ restitution })}
                />
            </div>
        </>
    );
}

function VelocityFields({ set }: { set: Change }) {
    const { state } = useStudio();
    const { velocity } = state.spawn.value;
    const axes = isFlat(state) ? ['x', 'y'] : ['x', 'y', 'z'];
    const setVelocity = (axis: number, value: number): void => {
        const next: Vector = [...velocity];
        next[axis] = value;
        set({ velocity: next });
    };
    return (
        <div class="fields three">
            {axes.map((axis, index) => (
                <NumberField
                    label={axis}
                    unit={unitOf(state, 'speed')}
                    value={velocity[index] ?? 0}
                    onChange={(value) => setVelocity(index, value)}
                />
            ))}
        </div>
    );
}
