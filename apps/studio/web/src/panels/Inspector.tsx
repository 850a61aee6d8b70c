// The selected body at the frame on show: a summary (Subject), and its joints, edits and components (Parts).
import { useSignal } from '@preact/signals';
import { useStudio } from '../context';
import type { InspectAnswer, Key, Vector } from '../protocol';
import { isFlat, nameOf, unitOf } from '../state';
import { formatNumber, formatTime } from '../time/format';
import { Button } from '../widgets/Button';
import { NumberField } from '../widgets/NumberField';
import { Section } from '../widgets/Section';

/** The inspected selection; null until the answer has come. */
function useBody(): InspectAnswer | null {
    const { state } = useStudio();
    const body = state.inspected.value;
    return body && body.key === state.selection.value ? body : null;
}

export function Subject() {
    const studio = useStudio();
    const { state } = studio;
    const key = state.selection.value;
    const body = useBody();
    if (key === null) {
        return null;
    }
    const isFollowed = state.followed.value === key;
    return (
        <>
            <div class="subject">
                <div class="subject-name">
                    <h1>{body?.name ?? nameOf(state, key)}</h1>
                    <span class="dim" title="Permanent key">
                        #{key}
                    </span>
                </div>
                <div class="cluster">
                    <Button icon="frame" title="Frame it (F)" onClick={() => studio.view.frameSelection()} />
                    <Button
                        icon="target"
                        title={isFollowed ? 'Stop following' : 'Follow'}
                        isOn={isFollowed}
                        onClick={() => studio.follow(isFollowed ? null : key)}
                    />
                    <Button
                        icon="trash"
                        title="Delete at the current frame (Delete)"
                        kind="danger"
                        onClick={() => void studio.remove(key)}
                    />
                    <Button icon="close" title="Clear the selection (Esc)" onClick={() => studio.select(null)} />
                </div>
            </div>
            {body && !body.isThere && <p class="note">It does not exist in this frame{lifeOf(body, state.timeStep.value)}.</p>}
            {body && body.isThere && <Facts body={body} />}
        </>
    );
}

function lifeOf(body: InspectAnswer, timeStep: number): string {
    const from = body.born === null ? '' : ` from ${formatTime(body.born * timeStep)}`;
    const to = body.died === null ? '' : ` to ${formatTime(body.died * timeStep)}`;
    return from || to ? `; it exists${from}${to}` : '';
}

function Facts({ body }: { body: InspectAnswer }) {
    const studio = useStudio();
    const { state } = studio;
    const { motion } = body;
    const speed = motion ? Math.hypot(...motion.linearVelocity) : null;
    return (
        <>
            <dl class="facts">
                <Fact name="State" value={body.mass === null ? 'fixed' : body.isAsleep ? 'asleep' : 'awake'} />
                {body.mass !== null && <Fact name="Mass" value={formatNumber(body.mass)} unit={unitOf(state, 'mass')} />}
                {speed !== null && <Fact name="Speed" value={formatNumber(speed)} unit={unitOf(state, 'speed')} />}
                {body.energy !== null && <Fact name="Energy" value={formatNumber(body.energy)} unit={unitOf(state, 'energy')} />}
                {motion && isFlat(state) && <Fact name="Position" value={motion.position.slice(0, 2).map(formatNumber).join(', ')} />}
                {motion && !isFlat(state) && <Fact name="Height" value={formatNumber(motion.position[1])} unit={unitOf(state, 'height')} />}
                {body.born !== null && <Fact name="Since" value={formatTime(body.born * state.timeStep.value, 2)} />}
            </dl>
            {body.touching.length > 0 && (
                <p class="touching">
                    <span class="dim">Touching</span>
                    {body.touching.map((other) => (
                        <button
                            type="button"
                            class="chip"
                            title={`Since frame ${other.since}`}
                            disabled={other.key === null}
                            onClick={() => studio.select(other.key)}
                        >
                            {other.name ?? nameOf(state, other.key)}
                        </button>
                    ))}
                </p>
            )}
        </>
    );
}

/** The joints of the body at the frame on show. */
function JointsSection({ id }: { id: Key }) {
    const studio = useStudio();
    const { state } = studio;
    const joints = state.details.value?.jointValues?.filter((joint) => joint.a === id || joint.b === id) ?? [];
    if (joints.length === 0) {
        return null;
    }
    return (
        <Section name="joints" title="Joints">
            {joints.map((joint) => {
                const other = joint.a === id ? joint.b : joint.a;
                return (
                    <div class="component">
                        <h3>
                            {joint.kind} with {other === null ? 'the world' : nameOf(state, other)}
                        </h3>
                        <dl>
                            {joint.values.map((entry) => (
                                <div class="field">
                                    <dt>{entry.name}</dt>
                                    <dd>
                                        {formatNumber(entry.value)} {entry.unit}
                                    </dd>
                                </div>
                            ))}
                        </dl>
                    </div>
                );
            })}
        </Section>
    );
}

export function Parts() {
    const body = useBody();
    if (!body || !body.isThere) {
        return null;
    }
    return (
        <>
            <JointsSection id={body.key} />
            {body.mass !== null && <ChangeSection key={body.key} id={body.key} body={body} />}
            <Section name="components" title="Components">
                {body.components.map((component) => (
                    <div class="component">
                        <h3>{component.name}</h3>
                        <dl>
                            {component.fields.map((field) => (
                                <div class="field" title={field.about}>
                                    <dt>{field.name}</dt>
                                    <dd>{field.value}</dd>
                                </div>
                            ))}
                        </dl>
                    </div>
                ))}
            </Section>
        </>
    );
}

function Fact({ name, value, unit }: { name: string; value: string; unit?: string }) {
    return (
        <div>
            <dt>{name}</dt>
            <dd>
                {value}
                {unit && <small> {unit}</small>}
            </dd>
        </div>
    );
}

/** Edits at the frame on show, by numbers. */
function ChangeSection({ id, body }: { id: Key; body: InspectAnswer }) {
    const studio = useStudio();
    const { state } = studio;
    const material = state.welcome.value?.hasMaterials ? body.material : null;
    const impulse = useSignal<Vector>([0, body.mass ?? 1, 0]);
    const axes = isFlat(state) ? ['x', 'y'] : ['x', 'y', 'z'];
    return (
        <Section name="change" title="Change at this frame">
            {material && (
                <div class="fields">
                    <NumberField
                        label="Friction"
                        value={material.friction}
                        min={0}
                        max={10}
                        step={0.05}
                        onChange={(friction) => void studio.changeMaterial(id, friction, material.restitution)}
                    />
                    <NumberField
                        label="Restitution"
                        value={material.restitution}
                        min={0}
                        max={1}
                        step={0.05}
                        onChange={(restitution) => void studio.changeMaterial(id, material.friction, restitution)}
                    />
                </div>
            )}
            <div class="fields push-fields">
                {axes.map((axis, index) => (
                    <NumberField
                        label={axis}
                        unit={unitOf(state, 'impulse')}
                        value={impulse.value[index] ?? 0}
                        onChange={(value) => {
                            const next: Vector = [...impulse.value];
                            next[index] = value;
                            impulse.value = next;
                        }}
                    />
                ))}
                <Button icon="push" title="Apply this impulse" onClick={() => void studio.push(id, impulse.value)}>
                    Push
                </Button>
            </div>
        </Section>
    );
}
