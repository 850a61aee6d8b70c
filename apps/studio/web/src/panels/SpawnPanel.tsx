// How the next body that is spawned will be.
import { useStudio } from '../context';
import type { SpawnSettings } from '../state';
import type { Vector } from '../protocol';
import { Button } from '../widgets/Button';
import { NumberField } from '../widgets/NumberField';
import { Section } from '../widgets/Section';

const kinds: SpawnSettings['kind'][] = ['sphere', 'box', 'capsule', 'cylinder'];

export function SpawnPanel() {
    const { state } = useStudio();
    if (state.tool.value !== 'spawn') {
        return null;
    }
    const spawn = state.spawn.value;
    const set = (change: Partial<SpawnSettings>): void => void (state.spawn.value = { ...state.spawn.value, ...change });
    const setVelocity = (axis: number, value: number): void => {
        const velocity: Vector = [...spawn.velocity];
        velocity[axis] = value;
        set({ velocity });
    };
    return (
        <Section name="spawn" title="A new body">
            <p class="note">Click into the picture: it appears there at the shown frame.</p>
            <div class="segments" role="group" aria-label="Shape">
                {kinds.map((kind) => (
                    <Button title={`Spawn a ${kind}`} isOn={spawn.kind === kind} onClick={() => set({ kind })}>
                        {kind}
                    </Button>
                ))}
            </div>
            <div class="fields">
                <NumberField label="Size" unit="m" value={spawn.size} least={0.01} most={1e6} onChange={(size) => set({ size })} />
                <NumberField
                    label="Density"
                    unit="kg/m³"
                    value={spawn.density}
                    least={0.001}
                    most={1e6}
                    onChange={(density) => set({ density })}
                />
                <NumberField
                    label="Friction"
                    value={spawn.friction}
                    least={0}
                    most={10}
                    step={0.05}
                    onChange={(friction) => set({ friction })}
                />
                <NumberField
                    label="Restitution"
                    value={spawn.restitution}
                    least={0}
                    most={1}
                    step={0.05}
                    onChange={(restitution) => set({ restitution })}
                />
            </div>
            <div class="fields three">
                {['x', 'y', 'z'].map((axis, index) => (
                    <NumberField
                        label={axis}
                        unit="m/s"
                        value={spawn.velocity[index] ?? 0}
                        onChange={(value) => setVelocity(index, value)}
                    />
                ))}
            </div>
        </Section>
    );
}
