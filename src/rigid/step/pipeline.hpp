// The stages of a step and what they hand to each other. step.cpp calls them in order; each is in a file of
// its own.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/constraints/joint_turning.hpp"
#include "rigid/constraints/limit_rebound.hpp"
#include "rigid/contacts/predicted_contact.hpp"
#include "rigid/contacts/touch.hpp"
#include "rigid/continuous/moving_collider.hpp"
#include "rigid/impacts/impact.hpp"
#include "rigid/islands/island_map.hpp"
#include "rigid/movers/character_step.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/solver/solver.hpp"
#include "rigid/step/body_row.hpp"
#include "rigid/surface/cast_surface.hpp"
#include "rigid/surface/collide_surface.hpp"
#include "rigid/world/census_keeper.hpp"

#include <orrery/core/connection.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/event.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/input.hpp>
#include <orrery/rigid/material.hpp>
#include <orrery/rigid/material_pair.hpp>
#include <orrery/rigid/rules.hpp>
#include <orrery/rigid/settings.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>
#include <orrery/rigid/source_field.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::rigid::detail {

// How a body moved through the step.
struct body_path {
    body_sweep way;    // turned as its velocity at the end would have turned it
    scalar length = 0; // of the longest way that one of its points can have gone
    aabb3 swept;       // around a body that moves, on all its way
    // The same of all ways that were tried: what is on one of them may have led it to another.
    aabb3 tried = aabb3::empty();
    scalar reached = 1; // of the step, before it met something
    // The kinematic body that has pushed it aside, as a row.
    std::uint32_t pushed_by = no_row;
    scalar pushed_from = 0;   // of the step, when that began
    bool is_swift = false;    // so far that it may have passed through something without touching it
    bool is_fast = false;     // swift, and it can be stopped
    bool is_stray = false;    // its way leads out of the fat box that the broad phase knows
    bool is_slid = false;     // its way was bent along a surface
    bool is_bent = false;     // so was its way in front of a kinematic body, and it turns less
    bool is_off_push = false; // it was bent after it was pushed, and may be in front of the pusher again
};

// A body that moves less than this share of the largest ball inside it overlaps whatever it meets by so
// little that contacts push it out on the side it came from.
inline constexpr scalar safe_share = scalar(0.5);

// A body that goes along with what it has met, from there to the end of the step.
struct body_carry {
    std::uint32_t row = 0;
    std::uint32_t by = 0; // as a row
    vector3 way;
};

// What becomes of a body that runs into another one.
struct continuous_stop {
    scalar reached = 1; // of the step, before it does
    // Not zero: it is there already, or pushed there, and may go on only along the surface, of which this is
    // the direction in.
    vector3 slides_along{};
    vector3 point{}; // where they meet
    // Not zero: the body touches the other one already, and it is its middle that would go into it.
    vector3 middle_into{};
};

// Two colliders, of which one is swift, that may come near each other on their ways.
struct encounter {
    std::uint32_t a = 0; // the lower number
    std::uint32_t b = 0;
    bool is_touching = false; // when the step began
    continuous_stop stop_a{};
    continuous_stop stop_b{};
};

// A dynamic collider that a swift kinematic one runs into.
struct kinematic_push {
    std::uint32_t own = 0; // collider of the body that is pushed
    std::uint32_t by = 0;
    bool is_touching = false;
    scalar fraction = 1;    // of the step, when they meet; 1 if they do not
    vector3 displacement{}; // of the body that is pushed, in the whole step
};

// What the passes over all candidates need of a body, in few bytes.
struct row_brief {
    scalar look_ahead = 0;  // how far it may move in the step, at most the radius of the ball inside it
    vector3 displacement{}; // over the step, if nothing stops it
    bool is_active = false; // it moves, so that what it touches may have to
    bool can_move = false;  // it does not sleep
    bool is_sensor = false;
    bool reports_contacts = false;
    bool has_joint = false;
};

// How strongly joints turn a body back that has turned aside.
struct brace {
    scalar stiffness = 0; // N m/rad
    vector3 along;        // the direction of the pull
};

// The material that an input of the kind set_material or set_material_pair names.
[[nodiscard]] material material_of(const input& what) noexcept;

// What is known of a candidate in this step.
enum class candidate_mark : std::uint8_t {
    at_rest, // neither body can have moved
    apart,
    touching,
    settled, // touching, and all about it is remembered
};

// What a world and its copies have said about its constraints: each once.
struct constraint_warnings {
    std::atomic<bool> lost_rows{false};
    std::atomic<bool> changed_rows{false};
};

class pipeline {
public:
    pipeline(engine& engine_to_use, const world_settings& world_rules);
    pipeline(const pipeline&) = delete;
    pipeline& operator=(const pipeline&) = delete;
    ~pipeline() = default;

    void step(world& owner, std::span<const input> inputs);

    bool wake(entity which);
    void reconsider(entity which);

    // Attractors of this world as they are now, in the order of keys, and those of elsewhere for the next
    // step.
    void list_sources(std::vector<field_source>& into) const;
    void set_foreign_sources(std::span<const field_source> sources);

    void add_constraint_type(const constraint_type& type);

    [[nodiscard]] std::span<const constraint_type> constraint_types() const noexcept {
        return constraint_types_;
    }

    // The registry is another one: everything is looked at anew, except what is known to belong to it.
    void forget_derived();
    // The changed bodies may meet others than in the frame that `belonging` is of.
    void go_on_from(std::uint64_t number, const copy_on_write<broad_phase_state>& belonging,
                    bool belongs_exactly, std::span<const entity> changed);
    // What the user of another world has given it.
    void share_rules(const pipeline& other);

    void record(frame_record<world>& into, record_extent extent);

    // State.
    engine* machine;
    world_settings settings;
    orrery::registry registry{key_series::world};
    std::uint64_t frame = 0;
    std::vector<event> events;

    // Given by the user.
    shape_store shapes;
    blueprint_store blueprints;
    std::shared_ptr<world::pair_filter> pair_filter;

    // Derived from the state, and kept from step to step.
    copy_on_write<broad_phase_state> derived = copy_on_write<broad_phase_state>::make(); // snapshots share it
    std::vector<body_row> rows;
    std::vector<placed_shape> placed;  // by collider
    bool has_structure_changed = true; // bodies, shapes or their order
    bool is_roster_known = true;       // false when the registry is another one and no step has seen it yet
    bool are_rows_stale = true;        // components of bodies that were not gathered
    bool have_exclusions_changed = true;
    bool have_candidates_changed = true;
    bool have_constraints_changed = true;
    bool are_contacts_known = true; // to the candidates that they remember
    bool is_mending_due = false;    // components have come, gone or changed by hand

private:
    // In the order of the step.
    void mend_state();
    void meet_fates();
    void apply(std::span<const input> inputs);
    void follow_materials();
    void follow_structure();
    void follow_exclusions();
    void list_exclusions();
    void find_remembered_contacts();
    void push_bodies();
    void find_sources();
    void gather_bodies();
    void find_candidates();
    void expect_surfaces();
    void find_contacts();
    void walk_characters();
    void follow_constraints();
    void prepare_constraints();
    void find_islands();
    void rebound_from_limits();
    void bounce();
    void shift_bounced();
    void turn_with_joints();
    void brace_bodies();
    void move_bodies();
    void note_starts();
    void stop_fast_bodies();
    void write_bodies();
    void report_excess_speeds();
    void remember_contacts();
    void remember_constraints();
    void break_joints();
    void judge_impacts();
    void wake_moving();
    void let_sleep();
    void carry_glued();
    void drop_assemblies();

    // Of inputs and rules; what is not possible is refused before anything has changed.
    [[nodiscard]] status apply(const input& what);
    void set_in_motion(entity id, const input& what);
    [[nodiscard]] status drive(entity id, const input& what);
    [[nodiscard]] status place_body(entity id, const transform3& where);
    [[nodiscard]] status set_material(entity id, const input& what);
    void change_materials(const input& what);
    [[nodiscard]] status create_body(const input& what);
    void destroy_body(entity id, scalar impulse);
    [[nodiscard]] status break_body(entity id, fracture_id into, scalar impulse);
    [[nodiscard]] status glue(entity which, entity onto);
    [[nodiscard]] status unglue(entity which);
    void judge(entity which, entity other, scalar impulse);
    void decide(entity which, const fate& what);

    // With all that belongs to it, for a reason that becomes an event.
    void remove_body(entity id, const event& reason);
    void remove_joints(entity body_id);
    // A body leaves, however it comes to: once more for the same one does nothing.
    void depart(entity id);
    // What it must let go of.
    void leave_world(entity id);
    void end_contacts_of(entity id);
    void forget_contacts(entity which);
    void mend_sleepers();
    void mend_glue();
    void mend_contacts();
    void release_members(entity carrier);
    // Makes a carrier of itself and all that is glued to it but one.
    [[nodiscard]] status reassemble(entity carrier, entity except);
    [[nodiscard]] bool is_carrying(entity id) const;
    void let_go(entity which, entity carrier);
    // Puts what is glued to where its carrier takes it.
    void carry(entity which, const glued_to& glue);
    [[nodiscard]] entity carrier_of(entity id) const noexcept;
    // The row that feels what is done to a body: its carrier's if it is part of one.
    [[nodiscard]] std::uint32_t pushed_row(entity id) const noexcept;

    // For recordings, after the step.
    void record_all(const roster& who, std::span<const std::uint32_t> stepped,
                    frame_record<world>& into) const;
    void record_moving(frame_record<world>& into);
    // What a body can have met in this step, and what one at rest would feel.
    [[nodiscard]] aabb3 reach_of_step(std::uint32_t number) const;
    [[nodiscard]] aabb3 reach_at_rest(const roster& who, std::uint32_t number) const;
    // A body that goes has acted until now.
    void note_departure(entity id);

    void register_components();
    void listen();
    void listen_for_mending();
    void listen_to_materials();
    void follow_new_rows();
    void place_colliders(std::span<const std::uint32_t> which_rows);
    [[nodiscard]] bool may_meet(const collider& a, const collider& b);
    [[nodiscard]] bool do_filters_agree(entity a, entity b) const;
    // Continuous collision, in the order of the stage.
    void follow_path(std::uint32_t number);
    void sweep_path(std::uint32_t number);
    void list_encounters();
    void list_near_candidates();
    void list_near_strays();
    void list_around_stray(std::uint32_t number, const aabb3& swept);
    void list_encounters(std::uint32_t number, const collider& other);
    // True if there was anything to push.
    [[nodiscard]] bool push_with_kinematics();
    [[nodiscard]] bool push_ahead(bool is_last_round);
    void choose_pushes(bool takes_all);
    void wake_pushed();
    [[nodiscard]] bool is_pushed_by(const collider& own, const collider& other);
    void find_push(kinematic_push& push, surface_room& room) const;
    void apply_push(const kinematic_push& push);
    void cast_encounters();
    void meet(const collider& a, const collider& b, encounter& where, surface_room& room);
    [[nodiscard]] continuous_stop way_until(const collider& own, const collider& other, bool is_touching,
                                            surface_room& room) const;
    [[nodiscard]] bool slide_along_surfaces();
    // Casts them, and once more wherever bodies slide along what they met.
    void cast_sliding();
    void slide(const continuous_stop& stop, std::uint32_t number, std::uint32_t other);
    [[nodiscard]] std::optional<shape_cast_hit> cast_whole(const collider& a, const collider& b,
                                                           surface_room& room) const;
    // Only the ball inside the first.
    [[nodiscard]] std::optional<shape_cast_hit> cast_core(const collider& a, const collider& b,
                                                          surface_room& room) const;
    [[nodiscard]] std::optional<shape_cast_hit> cast(const moving_shape& mine, const collider& other,
                                                     scalar slop, surface_room& room) const;
    [[nodiscard]] bool may_stop(const collider& own, const collider& other);
    [[nodiscard]] bool may_encounter(const collider& own, const collider& other);
    [[nodiscard]] moving_shape path_of(const collider& part) const noexcept;
    // Of a body that touches what pushes it, only the ball inside it.
    [[nodiscard]] moving_shape pushed_shape(const collider& part, bool is_touching) const;
    void stop_at_encounters();
    // Calls visit(stop, row, row of the other) for both sides of all encounters in which one of the stops is
    // wanted, in the order of keys. Says whether there are any.
    template <typename Predicate, typename Visit>
    bool for_each_stop(Predicate is_wanted, Visit visit);
    void stop_middles();
    void stop_middle(const continuous_stop& stop, std::uint32_t number, std::uint32_t other);
    void carry_stopped_bodies();
    void note_carry(const continuous_stop& stop, std::uint32_t number, std::uint32_t other);
    [[nodiscard]] aabb3 swept_by(const body_carry& carry) const;
    [[nodiscard]] scalar free_share(const body_carry& carry);
    void list_in_the_way_of(const body_carry& carry);
    void notice_passing_sensors();
    [[nodiscard]] bool were_touching(std::uint32_t a, std::uint32_t b) const;
    // Of a pair with patches, of which this is the first candidate.
    [[nodiscard]] bool is_any_touching(std::size_t number) const;
    class character_probe;
    void list_characters();
    void list_foot_touches();
    void collide_candidates();
    [[nodiscard]] scalar slop_of(const collider& a, const collider& b) const noexcept;
    [[nodiscard]] scalar tolerance_of(const candidate& pair) const noexcept;

    // How near to each other two bodies must be for contact points: as far as they can approach each other.
    [[nodiscard]] scalar margin_of(const row_brief& a, const row_brief& b) const noexcept {
        return settings.speculative_margin +
               min(length(a.displacement - b.displacement), a.look_ahead + b.look_ahead);
    }

    // Of a body that nothing stops.
    [[nodiscard]] body_sweep free_way(std::uint32_t row) const noexcept;
    [[nodiscard]] moving_shape free_way(const collider& part) const noexcept;
    // Whether the contact of two shapes that are apart must be looked for where it will be.
    [[nodiscard]] bool needs_prediction(const candidate& pair, const manifold& found) const noexcept;
    // How far the points of a contact slide along it in the step if nothing stops the bodies.
    [[nodiscard]] scalar slide_of(const candidate& pair, const manifold& found) const noexcept;
    // Whether shapes are so near each other that another contact may bring them together, though they would
    // pass each other by themselves. Without their contact a body in a wedge, which each side turns towards
    // the other one, would be held back in every step by the side that it is not in contact with.
    [[nodiscard]] bool may_be_pushed_together(const manifold& found) const noexcept;
    // How far contacts look ahead: the last pass of the solver does so for one sub-step more than the step.
    [[nodiscard]] scalar steps_ahead() const noexcept;
    // Finds it; false if they do not touch in this step.
    [[nodiscard]] bool predict(std::size_t number);
    // The same for all patches of a pair with a mesh.
    void predict_patches(std::size_t number, std::array<surface_patch, max_patches>& found,
                         std::uint32_t& count, surface_room& room);
    // All patches of a pair, of which this is the first.
    void collide_surface(std::size_t number, surface_room& room);
    // Pairs keep the triangles near them as long as they are candidates.
    void follow_surface_pairs();
    // The impulses of the last step, whichever patch had the points then.
    void recall_patch(touch& pair, const manifold& where) const;
    // Where the offsets of a candidate's manifold begin.
    [[nodiscard]] vector3 origin_of(const candidate& pair) const noexcept;
    // The material of one side of a candidate, where it is touched.
    [[nodiscard]] material surface_of(std::size_t number, std::uint32_t side,
                                      const body_row& row) const noexcept;
    // Wake who is touched by, or joined to, one that is awake; false when nobody had to be.
    [[nodiscard]] bool wake_touched();
    [[nodiscard]] bool wake_joined();
    [[nodiscard]] bool wake_labels();
    [[nodiscard]] std::uint64_t count_velocity_writes() const noexcept;
    void put_to_sleep(std::span<const std::uint32_t> members);
    // A joint's end as its functions see it: the world where there is no row.
    [[nodiscard]] constrained_body end_of(std::uint32_t row, std::uint32_t part) const noexcept;
    void see_joined_bodies();
    void ask_for_rows(constraint_edge& edge);
    [[nodiscard]] std::span<constraint_row> room_for_rows(const constraint_edge& edge) noexcept;
    void sort_by_rows();
    void report_lost_rows();
    void report_changed_rows();
    void end_joint(entity joint, const constraint_type& type, event_kind reason, scalar impulse);
    entity create_contact(const touch& pair);
    void note(event what);
    void list_touches();
    void recall(touch& pair) const;
    // Of those that do not touch any more.
    [[nodiscard]] bool is_any_contact_over() const noexcept;
    [[nodiscard]] bool is_reported(const touch& pair) const noexcept;
    // The touch with this number and, if it is of a pair's first patch, those of all others: the first one
    // stands for the pair, which begins and ends with it.
    [[nodiscard]] std::span<const touch> patches_of(std::size_t number) const noexcept;
    [[nodiscard]] bool is_beginning(std::size_t number) const noexcept;
    [[nodiscard]] bool is_over(std::size_t number) const noexcept;
    void remember(std::size_t number, candidate& from);
    void end_contact(entity which);
    [[nodiscard]] bool is_body_or_joint(entity id) const;
    // Wakes whoever sleeps with one of these labels, except one.
    void wake_islands(std::span<const std::uint64_t> labels, entity except = {});
    void wake_all();
    // What touches an entity, and the entity itself.
    void wake_neighbors(entity which);
    // After a change from outside; a body that no step has seen yet stays as it came.
    void wake_changed(entity which);

    material_table materials_; // as the registry has it
    bool are_materials_stale_ = true;
    source_field field_; // of the step
    std::vector<field_source> sources_;
    std::vector<field_source> own_sources_;
    std::vector<field_source> foreign_sources_;
    broad_phase broad_phase_;
    island_map islands_;

    struct island_impacts {
        std::vector<std::uint32_t> touches;
        std::vector<std::uint32_t> joints;
        impact_solver solver;
    };

    // A pair with a mesh, and where the triangles near it are kept.
    struct surface_pair_entry {
        std::uint64_t order = 0; // of the candidate
        std::uint32_t candidate = 0;
        std::uint32_t nearness = 0;
    };

    // A character that is awake.
    struct character_entry {
        entity id{};
        std::uint32_t row = 0;
        std::size_t first_touch = 0; // among all foot touches
        std::size_t touch_count = 0;
        walk_state before{};
        stride next{};
    };

    std::vector<character_entry> characters_; // in the order of rows
    std::vector<foot_touch> foot_touches_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> character_of_touch_; // and the touch
    std::vector<std::uint32_t> bouncing_islands_;
    std::vector<island_impacts> impacts_; // of these islands
    solver solver_;
    std::vector<constraint_type> constraint_types_;
    std::vector<constraint_edge> all_edges_; // without rows
    std::vector<constraint_edge> edges_;     // of this step
    std::vector<constraint_row> edge_rows_;  // of all of them
    std::vector<scalar> edge_impulses_;      // of these rows
    std::vector<row_counts> edge_sizes_;     // that occur
    std::shared_ptr<constraint_warnings> constraint_warnings_ = std::make_shared<constraint_warnings>();
    std::vector<constrained_body> joined_;   // of rows that joints hold
    std::vector<std::uint32_t> joined_rows_; // these rows
    std::vector<std::uint8_t> is_joined_;    // of rows
    std::vector<std::uint8_t> has_joint_;    // of rows: at one of all edges, also while it sleeps
    std::vector<brace> braces_;              // of rows
    limit_rebound limit_rebound_;
    joint_turning joint_turning_;
    std::vector<event> pending_events_; // of what happened between steps
    bool is_stepping_ = false;
    bool are_rows_gathered_ = false;    // in this step
    std::uint64_t velocity_writes_ = 0; // when the last step ended
    // For recordings.
    census_keeper census_;
    std::vector<std::pair<entity_key, aabb3>> departed_; // since the last record
    roster roster_now_;                // when bodies have come or gone since the step looked
    std::uint64_t roster_version_ = 0; // counts the rosters there have been
    std::uint64_t joints_version_ = 0; // the same of lists of joints
    bool are_motions_known_ = false;   // to whoever has the last record, but for those that can move
    world* owner_ = nullptr;           // of the step

    // Room that stays from step to step.
    std::vector<std::uint32_t> new_numbers_;
    std::vector<entity> lost_contacts_;
    std::vector<std::uint32_t> gathered_rows_;
    std::vector<std::uint32_t> moving_rows_; // that could move in this step; those that were woken in it last
    std::vector<std::uint32_t> moved_colliders_;
    std::vector<aabb3> moved_boxes_;
    std::vector<vector3> displacements_;
    std::vector<row_brief> briefs_;     // of rows
    std::vector<candidate_mark> marks_; // of candidates
    std::vector<std::uint32_t> piece_ends_;
    std::vector<manifold> manifolds_;               // of candidates
    std::vector<std::uint8_t> is_predicted_;        // of candidates: their contact lies ahead
    std::vector<contact_advance> advances_;         // of those that are predicted
    std::vector<vertex_material> patch_materials_;  // of candidates that have patches
    std::vector<surface_pair_entry> surface_pairs_; // in the order of candidates
    std::vector<surface_pair_entry> former_surface_pairs_;
    std::vector<std::uint32_t> nearness_of_candidate_; // that has patches, of which it is the first
    std::vector<near_triangles> nearnesses_;           // of pairs with meshes
    std::vector<std::uint32_t> free_nearnesses_;       // of pairs that are no more
    surface_rooms surface_rooms_;
    std::vector<touch> touches_;
    std::vector<touch_link> links_;            // of touches
    std::vector<std::uint32_t> touch_of_slot_; // by the slot of the contact's entity
    std::vector<std::uint64_t> labels_;
    std::vector<entity> woken_;
    std::vector<entity> joint_ids_; // of one type
    std::vector<entity> reconsidered_;
    std::vector<input> pushes_;                // forces and torques of this step
    std::vector<std::uint64_t> excluded_rows_; // pairs of rows, sorted
    std::vector<body_path> paths_;             // of rows
    std::vector<std::uint32_t> swift_rows_;
    std::vector<std::uint32_t> strays_; // rows
    std::vector<encounter> encounters_;
    std::vector<body_carry> carries_;
    std::vector<kinematic_push> pushes_by_kinematics_;
    std::vector<aabb3> pushed_boxes_; // where they take bodies to
    std::vector<encounter> passing_;  // of sensors
    std::vector<encounter> wanted_encounters_;
    std::vector<aabb3> swept_boxes_; // of strays
    spatial::kd_tree<aabb3> stray_tree_;
    spatial::pair_list stray_pairs_;
    std::vector<std::uint32_t> waiting_nodes_;

    std::vector<scoped_connection> connections_;
};

template <typename Predicate, typename Visit>
bool pipeline::for_each_stop(Predicate is_wanted, Visit visit) {
    wanted_encounters_.clear();
    std::ranges::copy_if(encounters_, std::back_inserter(wanted_encounters_), [&](const encounter& each) {
        return is_wanted(each.stop_a) || is_wanted(each.stop_b);
    });
    // total order: a pair of colliders is there once, and colliders are numbered in the order of keys.
    std::ranges::sort(wanted_encounters_, {},
                      [](const encounter& each) { return std::pair(each.a, each.b); });
    const std::span<const collider> parts = derived->who.colliders();
    for (const encounter& each : wanted_encounters_) {
        visit(each.stop_a, parts[each.a].row, parts[each.b].row);
        visit(each.stop_b, parts[each.b].row, parts[each.a].row);
    }
    return !wanted_encounters_.empty();
}

} // namespace orrery::rigid::detail
