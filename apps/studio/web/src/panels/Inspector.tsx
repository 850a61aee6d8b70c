// The selected body at the shown frame: what it is (Subject), what can be done to it there and what it is made of (Parts).
import { useSignal } from '@preact/signals';
import { useStudio } from '../context';
import type { InspectAnswer, Key, Vector } from '../protocol';
import { isFlat, nameOf, unitOf } from '../state';
import { formatNumber, formatTime } from '../time/format';
import { Button } from '../widgets/Button';
import { NumberField } from '../widgets/NumberField';
import { Section } from '../widgets/Section';

/** What is known about the selection; null until it has been asked for. */
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
                    <span class="dim" title="The key that names it for life">
                        #{key}
                    </span>
                </div>
                <div class="cluster">
                    <Button icon="frame" title="Bring it into the picture (F)" onClick={() => studio.view.frameSelection()} />
                    <Button
                        icon="target"
                        title={isFollowed ? 'Stop following it' : 'Follow it'}
                        isOn={isFollowed}
                        onClick={() => studio.follow(isFollowed ? null : key)}
                    />
                    <Button
                        icon="trash"
                        title="Delete it at the shown frame (Delete)"
                        kind="danger"
                        onClick={() => void studio.remove(key)}
                    />
                    <Button icon="close" title="Select nothing (Esc)" onClick={() => studio.select(null)} />
                </div>
            </div>
            {body && !body.isThere && <p class="note">It is not there in this frame{lifeOf(body, state.timeStep.value)}.</p>}
            {body && body.isThere && <Facts body={body} />}
        </>
    );
}

function lifeOf(body: InspectAnswer, timeStep: number): string {
    const from = body.born === null ? '' : ` from ${formatTime(body.born * timeStep)}`;
    const to = body.died === null ? '' : ` to ${formatTime(body.died * timeStep)}`;
    return from || to ? `: it is${from}${to}` : '';
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
                {motion && isFlat(state) && <Fact name="Place" value={motion.position.slice(0, 2).map(formatNumber).join(', ')} />}
                {motion && !isFlat(state) && <Fact name="Height" value={formatNumber(motion.position[1])} unit={unitOf(state, 'height')} />}
                {body.born !== null && <Fact name="Since" value={formatTime(body.born * state.timeStep.value, 2)} />}
            </dl>
            {body.touching.length > 0 && (
                <p class="touching">
                    <span class="dim">Touches</span>
                    {body.touching.map((one) => (
                        <button
                            type="button"
                            class="chip"
                            title={`Since frame ${one.since}`}
                            disabled={one.key === null}
                            onClick={() => studio.select(one.key)}
                        >
                            {one.name ?? nameOf(state, one.key)}
                        </button>
                    ))}
                </p>
            )}
        </>
    );
}

/** The joints that hold the body, as they are at the shown frame. */
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
                            {joint.values.map((each) => (
                                <div class="field">
                                    <dt>{each.name}</dt>
                                    <dd>
                                        {formatNumber(each.value)} {each.unit}
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

/** What can be changed at the shown frame, by numbers. */
function ChangeSection({ id, body }: { id: Key; body: InspectAnswer }) {
    const studio = useStudio();
    const { state } = studio;
    const material = state.welcome.value?.hasMaterials ? body.material : null;
    const impulse = useSignal<Vector>([0, body.mass ?? 1, 0]);
    const axes = isFlat(state) ? ['x', 'y'] : ['x', 'y', 'z'];
    return (
        <Section name="change" title="Change it here">
            {material && (
                <div class="fields">
                    <NumberField
                        label="Friction"
                        value={material.friction}
                        least={0}
                        most={10}
                        step={0.05}
                        onChange={(friction) => void studio.changeMaterial(id, friction, material.restitution)}
                    />
                    <NumberField
                        label="Restitution"
                        value={material.restitution}
                        least={0}
                        most={1}
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
                <Button icon="push" title="Push it with this impulse" onClick={() => void studio.push(id, impulse.value)}>
                    Push
                </Button>
            </div>
        </Section>
    );
}
